import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A part of the state, as the recorded actions make it without some of them.
@Suite(.inTurn) struct ReplayingPartsTests {
  /// A store whose rest counts, too.
  private let store = Store.enclosing()

  init() { store.register(reducer: Reducer(ReduceOn(Increment.self) { $0.rest += $1.by })) }

  @Test func `a part is reduced again, and the rest remains`() throws {
    let history = store.keeping(StateHistory(of: \.counting, recordsActions: true))
    store.send(Increment(by: 1), Increment(by: 10), Increment(by: 100))
    try history.replay(without: [2])
    #expect(store.state == Enclosing(counting: Counting(count: 101), rest: 111))
    // What was undone in the part comes back without what is left out.
    history.undo()
    #expect(store.state.counting.count == 111)
    history.undo()
    #expect(store.state.counting.count == 11)
    try history.replay(without: [1])
    #expect(store.state == Enclosing(counting: Counting(count: 10), rest: 111))
  }

  @Test func `a computed part is reduced again, too`() throws {
    let history = store.keeping(StateHistory(of: \.count, recordsActions: true))
    store.send(Increment(by: 1), Increment(by: 10), Increment(by: 100))
    try history.replay(without: [1])
    #expect(store.state == Enclosing(counting: Counting(count: 110), rest: 111))
  }

  @Test func `a feature brings its history along, and takes it away`() throws {
    let history = StateHistory(of: \Counting.self, recordsActions: true)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Enclosing())
    store.register(feature: feature, state: \.counting)
    store.send(Increment(by: 1), Increment(by: 10))
    try history.replay(without: [1])
    #expect(store.state.counting.count == 10)
    store.unregister(feature: feature)
    #expect(history.refusal(without: [1]) == ReplayRefusal(commit: 1, available: nil))
  }

  @Test func `a history that sees only some commits has all actions reduced again`() throws {
    let store = Store.counting()
    let history = store.keeping(
      StateHistory(of: \.self, recordsActions: true, recording: { $0 is Increment })
    )
    store.send(Increment(by: 5), Touch())
    #expect(history.past.count == 1)
    try history.replay(without: [1])
    #expect(store.state == Counting(count: 0, other: 1))
  }
}
