import Sluice
import Synchronization

/// Whether anybody watches, in a form that costs a dispatch next to nothing.
///
/// Until the first attempt to connect has failed, commits are taken in: an Explorer that is there already
/// shows a program from its first action on. After that nothing is needed until one comes.
final class Watch: Sendable {
  private enum Phase: Int {
    case firstAttempt, unwatched, watched
  }

  /// Whether commits are kept before the first connection.
  private let keepsBacklog: Bool
  private let phase = Atomic(Phase.firstAttempt.rawValue)
  private let last = Atomic(-1)

  init(keepsBacklog: Bool) {
    self.keepsBacklog = keepsBacklog
  }

  /// What is needed of each commit.
  var interests: InterceptorInterests {
    guard phase.load(ordering: .acquiring) == Phase.unwatched.rawValue else {
      return [.instant, .timing, .effects]
    }
    return keepsBacklog ? .instant : []
  }

  /// Whether no commit is needed at all.
  var isDormant: Bool {
    !keepsBacklog && phase.load(ordering: .acquiring) == Phase.unwatched.rawValue
  }

  /// Notes a commit, and returns whether it is to be taken in.
  ///
  /// The number is stored before the phase is read, and ``begin()`` does it the other way round: either
  /// this sees that somebody watches, or ``lastNumber`` is seen there.
  func takes(_ number: Int) -> Bool {
    if keepsBacklog || phase.load(ordering: .relaxed) != Phase.unwatched.rawValue { return true }
    last.store(number, ordering: .sequentiallyConsistent)
    return phase.load(ordering: .sequentiallyConsistent) != Phase.unwatched.rawValue
  }

  /// Says that the first attempt to connect has failed; returns whether what is kept may go.
  func rest() -> (isFirst: Bool, forgets: Bool) {
    let (isFirst, _) = phase.compareExchange(
      expected: Phase.firstAttempt.rawValue,
      desired: Phase.unwatched.rawValue,
      ordering: .sequentiallyConsistent
    )
    return (isFirst, isFirst && !keepsBacklog)
  }

  /// From now on commits are taken in; returns whether less was needed of them before.
  func begin() -> Bool {
    phase.exchange(Phase.watched.rawValue, ordering: .sequentiallyConsistent)
      == Phase.unwatched.rawValue
  }

  /// The last commit that was noted and not taken in; `nil` for none.
  var lastNumber: Int? {
    let number = last.load(ordering: .sequentiallyConsistent)
    return number < 0 ? nil : number
  }
}
