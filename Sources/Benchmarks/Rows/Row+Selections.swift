import Sluice

extension Row {
  /// Sinks on one store; the time is that of one selection.
  static var selections: [Row] {
    [1, 10, 100, 1_000].flatMap { count in
      Set([0, 1, count]).sorted().map { changing in
        selections(count, changing: changing, goal: goal(count, changing: changing))
      }
    } + [chain]
  }

  private static func goal(_ count: Int, changing: Int) -> Goal? {
    switch (count, changing) {
    case (1, 1): .ratio(atMost: 4)
    case (100, 1): .nanoseconds(atMost: 25)
    default: nil
    }
  }

  private static func selections(_ count: Int, changing: Int, goal: Goal?) -> Row {
    let name = "\(count) \(count == 1 ? "selection" : "selections"), \(changing) changing, for each"
    return Row(name, against: .locked, goal: goal, parts: count) {
      let store = Store.counting()
      let callbacks = Tally()
      let tokens = (0..<count).map { index in
        let selector = Selector(keyPath: index < changing ? \Counter.count : \Counter.still)
        return store.select(selector).sink { _ in callbacks.add() }
      }
      return Subject {
        store.increment($0)
      } check: { operations in
        withExtendedLifetime(tokens) {}
        try expect("count", store.count, is: operations)
        // Each received its first value, too.
        try expect("callbacks", callbacks.count, is: count + operations * changing)
      }
    }
  }

  /// A derived value is computed once, however many observe it.
  private static var chain: Row {
    Row("100 selections of a chain of 3 selectors, for each", against: .locked, parts: 100) {
      let store = Store.counting()
      let callbacks = Tally()
      let doubled = Selector.with(Selector(keyPath: \Counter.count)) { $0 * 2 }
      let next = Selector.with(doubled) { $0 + 1 }
      let last = Selector.with(next) { $0 + 1 }
      let tokens = (0..<100).map { _ in store.select(last).sink { _ in callbacks.add() } }
      return Subject {
        store.increment($0)
      } check: { operations in
        withExtendedLifetime(tokens) {}
        try expect("value", store.selectCurrent(last), is: operations * 2 + 2)
        try expect("callbacks", callbacks.count, is: 100 + operations * 100)
        for selector in [doubled, next, last] {
          try expect("projector runs", selector.recomputations, is: 1 + operations)
        }
      }
    }
  }
}
