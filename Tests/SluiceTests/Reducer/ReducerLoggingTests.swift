import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerLoggingTests {
  private let lines = Log<String>()

  @Test func `a logging reducer prints the action and only what it changed`() {
    let store = Store(
      initialState: Counting(),
      reducers: [.counting.logging { [lines] in lines.append($0) }]
    )
    store.dispatch(action: Increment(by: 42))
    store.dispatch(action: Unhandled())
    #expect(lines.events == ["Increment {by: 42}\n  ~ count: 0 → 42"])
    #expect(store.state.count == 42)
  }

  @Test func `a logging reducer prints once, however many of its handlers ran`() {
    let twice = Reducer.combine(.counting, .counting).logging { [lines] in lines.append($0) }
    var state = Counting()
    twice.reduce(&state, Increment(by: 1))
    #expect(lines.events == ["Increment {by: 1}\n  ~ count: 0 → 2"])
  }

  @Test func `a logged part shows its own state`() {
    struct Whole: Sendable {
      var part = Counting()
      var rest = 0
    }
    let store = Store(
      initialState: Whole(),
      reducers: [
        Reducer.counting.logging { [lines] in lines.append($0) }.lift(state: \Whole.part)
      ]
    )
    store.dispatch(action: Touch())
    #expect(lines.events == ["Touch\n  ~ other: 0 → 1"])
  }
}
