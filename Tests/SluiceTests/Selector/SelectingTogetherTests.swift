import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct SelectingTogetherTests {
  private let store = Store.counting()

  @Test func `several selectors deliver once for each commit that changed any of them`() {
    let isBig = Selector.with(countSelector) { $0 > 100 }
    let hasOther = Selector { (state: Counting) in state.other > 100 }
    let opaque = Selector(comparing: .always) { (state: Counting) in Opaque(number: state.count) }
    let both = store.select(countSelector, otherSelector).received { "\($0) \($1)" }
    let projected = store.projection(.state(\.self)).select(countSelector, otherSelector)
      .received { "\($0) \($1)" }
    let changes = store.select(countSelector, otherSelector, countSelector).changes
      .received { "\($0.old) → \($0.new)" }
    let unchanged = store.select(isBig, hasOther, isBig).received { "\($0)" }
    let tens = Selector(keyPath: \Counting.count, comparing: .by { $0 / 10 == $1 / 10 })
    let byTens = store.select(tens, isBig).received { "\($0) \($1)" }
    let incomparable = store.select(otherSelector, opaque).received { "\($0) \($1.number)" }

    store.send(Increment(by: 0), Unhandled(), Increment())
    // Both at once.
    store.restore(Counting(count: 11, other: 10))
    store.send(Touch())

    #expect(both.values == ["0 0", "1 0", "11 10", "11 11"])
    #expect(projected.values == both.values)
    #expect(
      changes.values == [
        "(0, 0, 0) → (1, 0, 1)", "(1, 0, 1) → (11, 10, 11)", "(11, 10, 11) → (11, 11, 11)",
      ]
    )
    #expect(byTens.values == ["0 false", "11 false"])
    #expect(unchanged.values == ["(false, false, false)"])
    // With one of which each state is a change, each commit that a reducer handled.
    #expect(incomparable.values == ["0 0", "0 0", "0 1", "10 11", "11 11"])
  }

  @Test func `the values of the moment are there, and iterated over`() async {
    let selection = store.select(countSelector, otherSelector, countSelector)
    #expect(selection.value == (0, 0, 0))
    store.restore(Counting(count: 10, other: 5))
    var values = selection.makeAsyncIterator()
    #expect(await values.next().map { $0 == (10, 5, 10) } == true)
  }

  @Test func `a test's override of one of them is delivered`() {
    let store = MockStore(initialState: Counting(), environment: ())
    let received = store.select(countSelector, otherSelector).received { "\($0) \($1)" }
    store.override(otherSelector, value: 7)
    #expect(received.values == ["0 0", "0 7"])
  }
}
