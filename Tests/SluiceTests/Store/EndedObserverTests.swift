import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Observers that have ended are released although deliveries go on.
@Suite(.inTurn)
struct EndedObserverTests {
  private static let commits = 6_000
  private static let bound = 100

  /// Counts objects that are alive, and how many were at most.
  private final class Census: Sendable {
    private let counts = Shared((alive: 0, peak: 0))

    var peak: Int { counts.value.peak }
    var alive: Int { counts.value.alive }

    func witness() -> Witness {
      counts.change { counts in
        counts.alive += 1
        counts.peak = max(counts.peak, counts.alive)
      }
      return Witness { [counts] in counts.change { $0.alive -= 1 } }
    }
  }

  /// Lets one dispatch lead to many commits, at each of which something is added and removed.
  private static func peak(
    _ comeAndGo: @escaping @Sendable (Store<Counting, Void>, Witness) -> Void
  ) throws -> Int {
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let census = Census()
    let token = store.select(\.count).sink { [unowned store] count in
      guard count > 0, count < Self.commits else { return }
      comeAndGo(store, census.witness())
      store.dispatch(action: Increment())
    }
    store.dispatch(action: Increment())
    try #require(store.state.count == Self.commits)
    token.cancel()
    try #require(census.alive == 0)
    return census.peak
  }

  enum Observer: CaseIterable { case sink, interceptor, effect }

  @Test(arguments: Observer.allCases)
  func `observers that end within a long delivery are released meanwhile`(
    observer: Observer
  ) throws {
    let peak = try Self.peak { store, witness in
      switch observer {
      case .sink: store.select(\.other).sink { _ in withExtendedLifetime(witness) {} }.cancel()
      case .interceptor:
        store.register(
          interceptor: CommitProbe<Counting> { _ in withExtendedLifetime(witness) {} }
        )
        store.unregisterInterceptors(ofType: CommitProbe<Counting>.self)
      case .effect:
        store.register(
          effect: .map(Touch.self) { _ in
            withExtendedLifetime(witness) {}
            return nil
          },
          id: "passing"
        )
        store.unregisterEffects(withID: "passing")
      }
    }
    #expect(peak <= Self.bound)
  }
}
