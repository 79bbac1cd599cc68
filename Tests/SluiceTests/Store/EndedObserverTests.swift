import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Observers that have ended are released although deliveries go on.
@Suite(.inTurn)
struct EndedObserverTests {
  private static let commits = volume(1_500, nightly: 6_000)

  @Test(arguments: ObserverKind.allCases)
  func `observers that end within a long delivery are released meanwhile`(kind: ObserverKind) {
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let counts = Shared((alive: 0, peak: 0))
    // Lets one dispatch lead to many commits, at each of which an observer is added and removed.
    let token = store.select(\.count).sink { [unowned store] count in
      guard count > 0, count < Self.commits else { return }
      counts.change { $0 = ($0.alive + 1, max($0.peak, $0.alive + 1)) }
      let witness = Witness { counts.change { $0.alive -= 1 } }
      kind.observe(store) { _ in witness.stay() }()
      store.dispatch(action: Increment())
    }
    store.dispatch(action: Increment())
    #expect(store.state.count == Self.commits)
    token.cancel()
    #expect(counts.value.alive == 0)
    #expect((1...100).contains(counts.value.peak))
  }
}
