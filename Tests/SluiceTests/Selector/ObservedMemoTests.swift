import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a selector remembers lives as long as the selector is retained or observed.
@Suite(.inTurn) struct ObservedMemoTests {
  private let store = Store.counting()
  private let runs = Shared(0)

  private var derived: Selector<Counting, Int> {
    Selector.with(countSelector) { [runs] count in
      runs.change { $0 += 1 }
      return count * 2
    }
  }

  /// Cannot be compared: it counts as changed with each state.
  private struct Part: Sendable { let counting: Counting }

  enum Observer: CaseIterable { case sink, iterator, sinkOfDerived, sinkOfProjection, feedback }

  /// Observes the selector; the result holds the observer, and nothing else the selector.
  private func observe(by observer: Observer) -> Any {
    switch observer {
    case .sink: store.select(derived).sink { _ in }
    case .iterator: store.select(derived).makeAsyncIterator()
    case .sinkOfDerived:
      store.select(Selector.with(derived, otherSelector) { $0 + $1 }).sink { _ in }
    case .sinkOfProjection:
      store.projection(state: Selector { (state: Counting) in Part(counting: state) })
        .select(
          Selector.with(Selector(keyPath: \Part.counting.count)) { [runs] count in
            runs.change { $0 += 1 }
            return count
          }
        )
        .sink { _ in }
    case .feedback: store.register(feedback: Feedback(whenChanged: derived, { _, _, _ in }))
    }
  }

  @Test(arguments: Observer.allCases)
  func `a selector that only its observer holds doesn't run again when nothing changed`(
    observer: Observer
  ) {
    let observation = observe(by: observer)
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
    store.dispatch(action: Increment())
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    // A slow reader's iterator and a feedback ask when they get to it.
    if observer == .sink { #expect(runs.value == 2) }
    withExtendedLifetime(observation) {}
  }

  @Test func `what a selector remembers is released with its last observer`() {
    weak var remembered: Witness?
    let token: SelectionToken
    do {
      let witness = Witness()
      remembered = witness
      let held = Shared<Witness?>(witness)
      token = store.select(Selector.with(countSelector) { _ in held.exchange(nil) }).sink { _ in }
    }
    store.dispatch(action: Touch())
    #expect(remembered != nil)
    token.cancel()
    #expect(remembered == nil)
  }
}
