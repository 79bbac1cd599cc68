import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a selector remembers lives as long as the selector is retained or observed.
@Suite(.inTurn)
struct ObservedMemoTests {
  private struct Listing: Sendable {
    var items = [1, 2, 3]
    var touched = 0
  }

  private static func makeStore() -> Store<Listing, Void> {
    Store(
      initialState: Listing(),
      reducers: [
        Reducer(
          ReduceOn(Touch.self) { state, _ in state.touched += 1 },
          ReduceOn(Increment.self) { state, action in state.items.append(action.by) }
        )
      ]
    )
  }

  private let store = makeStore()
  private let runs = Shared(0)

  private var derived: Selector<Listing, Int> {
    Selector.with(Selector(keyPath: \Listing.items)) { [runs] items in
      runs.change { $0 += 1 }
      return items.reduce(0, +)
    }
  }

  /// Cannot be compared: it counts as changed with each state.
  private struct Part: Sendable { let items: [Int] }

  enum Observer: CaseIterable { case sink, iterator, sinkOfDerived, sinkOfProjection, feedback }

  /// Observes the selector; the result holds the observer, and nothing else the selector.
  private func observe(by observer: Observer) -> Any {
    switch observer {
    case .sink: store.select(derived).sink { _ in }
    case .iterator: store.select(derived).makeAsyncIterator()
    case .sinkOfDerived:
      store.select(Selector.with(derived, Selector(keyPath: \.touched)) { $0 + $1 }).sink { _ in }
    case .sinkOfProjection:
      store.projection(state: Selector { (state: Listing) in Part(items: state.items) })
        .select(
          Selector.with(Selector(keyPath: \Part.items.count)) { [runs] count in
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
    if observer == .sink {
      store.dispatch(action: Increment(by: 4))
      for _ in 0..<10 { store.dispatch(action: Touch()) }
      #expect(runs.value == 2)
    }
    withExtendedLifetime(observation) {}
  }

  @Test func `what a selector remembers is released with its last observer`() {
    weak var remembered: Witness?
    let token: SelectionToken
    do {
      let witness = Witness()
      remembered = witness
      let held = Shared<Witness?>(witness)
      token = store.select(
        Selector.with(Selector(keyPath: \.items)) { _ in held.exchange(nil) }
      )
      .sink { _ in }
    }
    store.dispatch(action: Touch())
    #expect(remembered != nil)
    token.cancel()
    #expect(remembered == nil)
  }
}
