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
    let opaque = store.select(Selector(comparing: .always) { Opaque(number: $0.count) })
    let halved = count.map { $0 / 2 }
    let part = store.projection(.state(\.self)).select(\.count)
    let doubled = store.projection(.state(\.count)).select { $0 * 2 }
    let byNumber = Comparison<Opaque>.by { $0.number == $1.number }
    let numbered = store.select(Selector(comparing: byNumber) { Opaque(number: $0.count) })
    let byTwo = Selector(keyPath: \Counting.count, comparing: .by { $0 / 2 == $1 / 2 })
    let opaqueHalves = count.map(comparing: .always) { Opaque(number: $0 / 2) }
    let numberedHalves = count.map(comparing: byNumber) { Opaque(number: $0 / 2) }
    let halvedRepeats = repeating.map { $0 / 2 }.includingRepeats()
    let steps = count.skippingRepeats { abs($0 - $1) < 2 }
    let compared = opaque.skippingRepeats { $0.number == $1.number }
    let rows: [(name: String, expected: [Int], received: Received<Int>)] = [
      ("a selector", [0, 1, 2, 3], count.received()),
      ("a closure", [0, 1], store.select { $0.count > 1 }.received { $0 ? 1 : 0 }),
      ("a projection", [0, 1, 2, 3], part.received()),
      ("a closure of a projection", [0, 2, 4, 6], doubled.received()),
      ("a selector that isn't compared", [0, 0, 0, 1, 2, 3], opaque.received(\.number)),
      ("a selector compared by a predicate", [0, 1, 2, 3], numbered.received(\.number)),
      ("a key path compared by a predicate", [0, 2], store.select(byTwo).received()),
      ("with repeats", [0, 0, 0, 0, 1, 2, 3], repeating.received()),
      ("a projection, with repeats", [0, 0, 0, 0, 1, 2, 3], part.includingRepeats().received()),
      ("mapped", [0, 1], halved.received()),
      ("mapped to what isn't compared", [0, 0, 1, 1], opaqueHalves.received(\.number)),
      ("mapped, compared by a predicate", [0, 1], numberedHalves.received(\.number)),
      ("mapped, with repeats", [0, 0, 1, 1], halved.includingRepeats().received()),
      ("mapped between repeats", [0, 0, 0, 0, 0, 1, 1], halvedRepeats.received()),
      ("a predicate in the place of equality", [0, 2], steps.received()),
      ("a predicate for what isn't compared", [0, 1, 2, 3], compared.received(\.number)),
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
