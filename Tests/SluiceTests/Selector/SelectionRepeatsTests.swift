import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Which values of a selection count as repeats, and are left out.
@Suite(.inTurn) struct SelectionRepeatsTests {
  private let store = Store.counting()

  @Test func `a sink receives the values that aren't repeats`() {
    let count = store.select(countSelector)
    let repeating = count.includingRepeats()
    let opaque = store.select { Opaque(number: $0.count) }
    let halved = count.map { $0 / 2 }
    let part = store.projection(state: \.self).select(\.count)
    let doubled = store.projection(state: \.count).select { $0 * 2 }
    let opaqueSelector = store.select(Selector { Opaque(number: $0.count) })
    let opaqueHalves = count.map { Opaque(number: $0 / 2) }
    let halvedRepeats = repeating.map { $0 / 2 }.includingRepeats()
    let steps = count.skippingRepeats { abs($0 - $1) < 2 }
    let compared = opaque.skippingRepeats { $0.number == $1.number }
    let rows: [(name: String, expected: [Int], received: Received<Int>)] = [
      ("a selector", [0, 1, 2, 3], count.received()),
      ("a closure", [0, 1], store.select { $0.count > 1 }.received { $0 ? 1 : 0 }),
      ("a projection", [0, 1, 2, 3], part.received()),
      ("a closure of a projection", [0, 2, 4, 6], doubled.received()),
      (
        "a selector of what can't be compared", [0, 0, 0, 1, 2, 3],
        opaqueSelector.received(\.number)
      ),
      ("a closure of what can't be compared", [0, 0, 0, 1, 2, 3], opaque.received(\.number)),
      ("with repeats", [0, 0, 0, 0, 1, 2, 3], repeating.received()),
      ("a projection, with repeats", [0, 0, 0, 0, 1, 2, 3], part.includingRepeats().received()),
      ("mapped", [0, 1], halved.received()),
      ("mapped to what can't be compared", [0, 0, 1, 1], opaqueHalves.received(\.number)),
      ("mapped, with repeats", [0, 0, 1, 1], halved.includingRepeats().received()),
      ("mapped between repeats", [0, 0, 0, 0, 0, 1, 1], halvedRepeats.received()),
      ("a predicate in the place of equality", [0, 2], steps.received()),
      ("a predicate for what can't be compared", [0, 1, 2, 3], compared.received(\.number)),
      ("a predicate behind repeats", [0, 1, 2, 3], repeating.skippingRepeats(by: ==).received()),
    ]
    // The counts after each commit are 0, 0, 0, 1, 2 and 3; no reducer handles the second action.
    store.send(Touch(), Unhandled(), Increment(by: 0), Increment(), Increment(), Increment())
    for row in rows { row.received.cancel() }
    store.dispatch(action: Increment())
    for row in rows { #expect(row.received.values == row.expected, "\(row.name)") }
  }

  @Test func `each subscriber of a mapped selection has its own repeats, of values that changed`() {
    let transformed = Log<Int>()
    let selection = store.select(countSelector).map { count in
      transformed.append(count)
      return count / 2
    }
    let first = selection.received()
    store.send(Touch(), Increment(by: 2))
    #expect(transformed.events == [0, 2])
    let second = selection.received()
    store.dispatch(action: Increment(by: 2))
    #expect(first.values == [0, 1, 2])
    #expect(second.values == [1, 2])
  }
}
