import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A part of the state, as the recorded actions make it without some of them.
@Suite(.inTurn) struct ReplayingPartsTests {
  private struct Whole: Sendable, Equatable {
    var counting = Counting()
    var rest = 0

    /// A part that the program computes.
    var count: Int {
      get { counting.count }
      set { counting.count = newValue }
    }
  }

  private static let reducers = [
    Reducer<Counting>.counting.lift(state: \Whole.counting),
    Reducer<Whole>(ReduceOn(Increment.self) { state, action in state.rest += action.by }),
  ]

  @Test func `a part is reduced again, and the rest remains`() throws {
    let store = Store(initialState: Whole(), reducers: Self.reducers)
    let history = StateHistory(of: \Whole.counting, recordsActions: true)
    store.register(history: history)
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [2])
    #expect(store.state == Whole(counting: Counting(count: 101), rest: 111))
    // What was undone in the part comes back without what is left out.
    history.undo()
    #expect(store.state.counting.count == 111)
    history.undo()
    #expect(store.state.counting.count == 11)
    try history.replay(without: [1])
    #expect(store.state == Whole(counting: Counting(count: 10), rest: 111))
  }

  @Test func `a computed part is reduced again, too`() throws {
    let store = Store(initialState: Whole(), reducers: Self.reducers)
    let history = StateHistory(of: \Whole.count, recordsActions: true)
    store.register(history: history)
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [1])
    #expect(store.state == Whole(counting: Counting(count: 110), rest: 111))
  }

  @Test func `a feature brings its history along, and takes it away`() throws {
    let history = StateHistory(of: \Counting.self, recordsActions: true)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Whole())
    store.register(feature: feature, state: \.counting)
    for by in [1, 10] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [1])
    #expect(store.state.counting.count == 10)
    store.unregister(feature: feature)
    #expect(throws: ReplayRefusal(commit: 1, available: nil)) {
      try history.replay(without: [1])
    }
  }

  @Test func `a history that sees only some commits has all actions reduced again`() throws {
    let store = Store.counting()
    let history = StateHistory(
      of: \Counting.self,
      recordsActions: true,
      recording: { $0 is Increment }
    )
    store.register(history: history)
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Touch())
    #expect(history.past.count == 1)
    try history.replay(without: [1])
    #expect(store.state == Counting(count: 0, other: 1))
  }
}
