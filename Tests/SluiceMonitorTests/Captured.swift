import Sluice
import TestSupport

/// Commits of a store, as the monitor takes them.
final class Capture: Interceptor {
  typealias State = Counter
  private let commits = Guarded<[(facts: CommitFacts, state: HeldState)]>([])

  var interests: InterceptorInterests { [.instant, .timing] }

  func committed(_ commit: Commit<Counter>) {
    commits.withLock { $0.append((commit.facts, commit.heldState)) }
  }

  static func commits(_ count: Int) -> [(facts: CommitFacts, state: HeldState)] {
    let store = makeStore()
    let capture = Capture()
    store.register(interceptor: capture)
    for amount in 1...max(1, count) { store.dispatch(action: Add(amount: amount)) }
    return capture.commits.withLock { $0 }
  }
}
