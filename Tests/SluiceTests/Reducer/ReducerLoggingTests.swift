import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerLoggingTests {
  @Test func `a logging reducer prints the action and only what it changed, of its part, once`() {
    let (lines, parts) = (Log<String>(), Log<String>())
    // However many of its handlers ran.
    let twice = Reducer<Counting>.combine(.counting, .counting)
    let store = Store(
      initialState: Enclosing(),
      reducers: [
        Reducer.counting.logging { parts.append($0) }.lift(.state(\Enclosing.counting)),
        twice.lift(.state(\Enclosing.counting)).logging { lines.append($0) },
      ]
    )
    store.send(Increment(by: 42), Unhandled(), Touch())
    #expect(parts.events == ["Increment {by: 42}\n  ~ count: 0 → 42", "Touch\n  ~ other: 0 → 1"])
    #expect(
      lines.events == [
        "Increment {by: 42}\n  ~ counting.count: 42 → 126", "Touch\n  ~ counting.other: 1 → 3",
      ]
    )
    #expect(store.counting == Counting(count: 126, other: 3))
  }
}
