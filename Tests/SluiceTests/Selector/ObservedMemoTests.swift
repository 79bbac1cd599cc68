import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a selector remembers lives as long as somebody holds the selector or observes it.
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

  @Test func `a selector that only a sink holds does not run again when nothing changed`() {
    let seen = Log<Int>()
    let token = store.select(derived).sink { seen.append($0) }
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
    store.dispatch(action: Increment(by: 4))
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 2)
    #expect(seen.events == [6, 10])
    token.cancel()
  }

  @Test func `a selector that only an iterator holds does not run again when nothing changed`()
    async
  {
    var iterator = store.select(derived).makeAsyncIterator()
    #expect(await iterator.next() == 6)
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
  }

  @Test func `an input that only a sink holds does not run again when nothing changed`() {
    let token = store.select(Selector.with(derived, Selector(keyPath: \.touched)) { $0 + $1 })
      .sink { _ in }
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
    token.cancel()
  }

  @Test func `a selector that only a sink of a projection holds does not run again`() {
    /// Cannot be compared: it counts as changed with each state.
    struct Part: Sendable { let items: [Int] }
    let projection = store.projection(
      state: Selector { (state: Listing) in Part(items: state.items) }
    )
    let token = projection.select(
      Selector.with(Selector(keyPath: \Part.items.count)) { [runs] count in
        runs.change { $0 += 1 }
        return count
      }
    )
    .sink { _ in }
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
    token.cancel()
  }

  @Test func `the selector of a feedback does not run again when nothing changed`() {
    let registration = store.register(feedback: Feedback(whenChanged: derived, { _, _, _ in }))
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
    registration.unregister()
  }

  @Test func `what a selector remembers goes with the last who observes it`() {
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
