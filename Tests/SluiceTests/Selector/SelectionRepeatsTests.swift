import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A value that cannot be compared.
private struct Opaque: Sendable {
  let value: Int
}

/// A selection, and the values that its sink receives.
private struct Example: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let expected: [Int]
  let subscribe: @Sendable (Store<Counting, Void>) -> Received<Int>

  init(
    _ testDescription: String,
    _ expected: [Int],
    _ subscribe: @escaping @Sendable (Store<Counting, Void>) -> Received<Int>
  ) {
    self.testDescription = testDescription
    self.expected = expected
    self.subscribe = subscribe
  }
}

private let examples = [
  Example("a selector", [0, 1, 2, 3]) { $0.select(countSelector).received() },
  Example("a closure", [0, 1]) { store in
    store.select { $0.count > 1 }.received { $0 ? 1 : 0 }
  },
  Example("a projection", [0, 2, 4, 6]) { store in
    store.projection(state: \.count).select { $0 * 2 }.received()
  },
  Example("a selector of what cannot be compared", [0, 0, 0, 1, 2, 3]) { store in
    store.select(Selector { Opaque(value: $0.count) }).received(\.value)
  },
  Example("a closure of what cannot be compared", [0, 0, 0, 1, 2, 3]) { store in
    store.select { Opaque(value: $0.count) }.received(\.value)
  },
  Example("with repeats", [0, 0, 0, 0, 1, 2, 3]) { store in
    store.select(countSelector).includingRepeats().received()
  },
  Example("a projection, with repeats", [0, 0, 0, 0, 1, 2, 3]) { store in
    store.projection(state: \.self).select(\.count).includingRepeats().received()
  },
  Example("mapped", [0, 1]) { store in store.select(countSelector).map { $0 / 2 }.received() },
  Example("mapped to what cannot be compared", [0, 0, 1, 1]) { store in
    store.select(countSelector).map { Opaque(value: $0 / 2) }.received(\.value)
  },
  Example("mapped, with repeats", [0, 0, 1, 1]) { store in
    store.select(countSelector).map { $0 / 2 }.includingRepeats().received()
  },
  Example("mapped, with repeats before and after", [0, 0, 0, 0, 0, 1, 1]) { store in
    store.select(countSelector).includingRepeats().map { $0 / 2 }.includingRepeats().received()
  },
  Example("a predicate in the place of equality", [0, 2]) { store in
    store.select(countSelector).skippingRepeats { abs($0 - $1) < 2 }.received()
  },
  Example("a predicate for what cannot be compared", [0, 1, 2, 3]) { store in
    store.select { Opaque(value: $0.count) }.skippingRepeats { $0.value == $1.value }
      .received(\.value)
  },
  Example("a predicate behind repeats", [0, 1, 2, 3]) { store in
    store.select(countSelector).includingRepeats().skippingRepeats { $0 == $1 }.received()
  },
]

/// Which values of a selection count as repeats, and are left out.
@Suite(.inTurn) struct SelectionRepeatsTests {
  private let store = Store.counting()

  @Test(arguments: examples)
  fileprivate func `a sink receives the values that aren't repeats`(example: Example) {
    let received = example.subscribe(store)
    // The counts after each commit are 0, 0, 0, 1, 2 and 3; no reducer handles the second action.
    store.send(Touch(), Unhandled(), Increment(by: 0), Increment(), Increment(), Increment())
    #expect(received.values == example.expected)
    received.cancel()
    store.dispatch(action: Increment())
    #expect(received.values == example.expected)
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
