import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Which values of a selection count as repeats, and are left out.
@Suite(.inTurn) struct SelectionRepeatsTests {
  /// A value that cannot be compared.
  private struct Incomparable: Sendable {
    let value: Int
  }

  /// A selection, and the values that its sink receives.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: [Int]
    let subscribe: @Sendable (Store<Counting, Void>, Log<Int>) -> SelectionToken

    init(
      _ testDescription: String,
      _ expected: [Int],
      _ subscribe: @escaping @Sendable (Store<Counting, Void>, Log<Int>) -> SelectionToken
    ) {
      self.testDescription = testDescription
      self.expected = expected
      self.subscribe = subscribe
    }
  }

  /// The counts after each commit are 0, 0, 0, 1, 2 and 3; no reducer handles the second action.
  private static let actions: [any Action] = [
    Touch(), Unhandled(), Increment(by: 0), Increment(), Increment(), Increment(),
  ]

  static let examples = [
    Example("a selector", [0, 1, 2, 3]) { store, log in
      store.select(countSelector).sink { log.append($0) }
    },
    Example("a closure", [0, 1]) { store, log in
      store.select { $0.count > 1 }.sink { log.append($0 ? 1 : 0) }
    },
    Example("a projection", [0, 2, 4, 6]) { store, log in
      store.projection(state: \.count).select { $0 * 2 }.sink { log.append($0) }
    },
    Example("a selector of what cannot be compared", [0, 0, 0, 1, 2, 3]) { store, log in
      store.select(Selector { Incomparable(value: $0.count) }).sink { log.append($0.value) }
    },
    Example("a closure of what cannot be compared", [0, 0, 0, 1, 2, 3]) { store, log in
      store.select { Incomparable(value: $0.count) }.sink { log.append($0.value) }
    },
    Example("with repeats", [0, 0, 0, 0, 1, 2, 3]) { store, log in
      store.select(countSelector).includingRepeats().sink { log.append($0) }
    },
    Example("a projection, with repeats", [0, 0, 0, 0, 1, 2, 3]) { store, log in
      store.projection(state: \.self).select(\.count).includingRepeats().sink { log.append($0) }
    },
    Example("mapped", [0, 1]) { store, log in
      store.select(countSelector).map { $0 / 2 }.sink { log.append($0) }
    },
    Example("mapped to what cannot be compared", [0, 0, 1, 1]) { store, log in
      store.select(countSelector).map { Incomparable(value: $0 / 2) }.sink { log.append($0.value) }
    },
    Example("mapped, with repeats", [0, 0, 1, 1]) { store, log in
      store.select(countSelector).map { $0 / 2 }.includingRepeats().sink { log.append($0) }
    },
    Example("mapped, with repeats before and after", [0, 0, 0, 0, 0, 1, 1]) { store, log in
      store.select(countSelector).includingRepeats().map { $0 / 2 }.includingRepeats()
        .sink { log.append($0) }
    },
    Example("a predicate in the place of equality", [0, 2]) { store, log in
      store.select(countSelector).skippingRepeats { abs($0 - $1) < 2 }.sink { log.append($0) }
    },
    Example("a predicate for what cannot be compared", [0, 1, 2, 3]) { store, log in
      store.select { Incomparable(value: $0.count) }.skippingRepeats { $0.value == $1.value }
        .sink { log.append($0.value) }
    },
    Example("a predicate behind repeats", [0, 1, 2, 3]) { store, log in
      store.select(countSelector).includingRepeats().skippingRepeats { $0 == $1 }
        .sink { log.append($0) }
    },
  ]

  @Test(arguments: examples)
  func `a sink receives the values that aren't repeats`(example: Example) {
    let store = Store.counting()
    let log = Log<Int>()
    let token = example.subscribe(store, log)
    for action in Self.actions { store.dispatch(action: action) }
    #expect(log.events == example.expected)
    token.cancel()
    store.dispatch(action: Increment())
    #expect(log.events == example.expected)
  }
}
