import Sluice

extension Row {
  /// Many types of actions on one store.
  static var typeTable: [Row] {
    [10, 100, 1_000, 10_000].flatMap { types in
      [
        Row(
          "\(types) action types registered, one dispatched",
          against: .rowOne,
          goal: types == 1_000 ? .ratio(atMost: 1.2) : nil
        ) {
          let store = Store.counting()
          for reducer in Numerals.reducers(types) { store.register(reducer: reducer) }
          for action in Numerals.actions(types) { store.dispatch(action: action) }
          return Subject {
            store.increment($0)
          } check: {
            try expect("count", store.count, is: $0 + types)
          }
        },
        Row("\(types) action types registered, all in rotation", against: .rowOne) {
          let store = Store.counting()
          for reducer in Numerals.reducers(types) { store.register(reducer: reducer) }
          let actions = Numerals.actions(types)
          // The first dispatch of a type finds its handlers; another row measures that.
          for action in actions { store.dispatch(action: action) }
          var next = 0
          return Subject { count in
            for _ in 0..<count {
              store.dispatch(action: actions[next])
              next = next + 1 == types ? 0 : next + 1
            }
          } check: {
            try expect("count", store.count, is: $0 + types)
          }
        },
      ]
    } + [100, 1_000].map(firstDispatches) + [comingAndGoing(effects: 500, types: 300)]
  }

  /// An effect that comes and goes beside others, after each of which all types are dispatched.
  private static func comingAndGoing(effects: Int, types: Int) -> Row {
    Row(
      "an effect that comes and goes beside \(effects), and \(types) types dispatched, for each",
      goal: .nanoseconds(atMost: 50_000),
      parts: 2 * types
    ) {
      let store = Store.counting()
      let numerals = Numerals.types(types)
      for numeral in numerals { store.register(reducer: numeral.reducer) }
      for index in 0..<effects { store.register(effect: numerals[index % types].effect) }
      return Subject { count in
        for _ in 0..<count {
          let screen = store.register(effect: numerals[0].effect)
          for numeral in numerals { store.dispatch(action: numeral.action) }
          screen.unregister()
          for numeral in numerals { store.dispatch(action: numeral.action) }
        }
      } check: {
        try expect("count", store.count, is: $0 * 2 * types)
      }
    }
  }

  private static func firstDispatches(_ types: Int) -> Row {
    Row("\(types) action types registered and dispatched once, for each", parts: types) {
      let reducers = Numerals.reducers(types)
      let actions = Numerals.actions(types)
      let sum = Tally()
      return Subject { count in
        for _ in 0..<count {
          let store = Store(initialState: Counter(), reducers: reducers)
          for action in actions { store.dispatch(action: action) }
          sum.add(store.count)
        }
      } check: {
        try expect("sum", sum.count, is: $0 * types)
      }
    }
  }
}

/// An action with a type for each numeral.
private struct Tagged<Number: Numeral>: Action {
  static var reducer: Reducer<Counter> {
    Reducer(ReduceOn(Tagged.self) { state, _ in state.count += 1 })
  }
}

/// A number as a type.
private protocol Numeral: SendableMetatype {
  static var reducer: Reducer<Counter> { get }
  static var effect: Effect<Void> { get }
  static var action: any Action { get }
}

extension Numeral {
  static var reducer: Reducer<Counter> { Tagged<Self>.reducer }
  static var effect: Effect<Void> { .on(Tagged<Self>.self).map { _, _ in nil } }
  static var action: any Action { Tagged<Self>() }
}

private protocol Digit: SendableMetatype {}
private enum D0: Digit {}
private enum D1: Digit {}
private enum D2: Digit {}
private enum D3: Digit {}
private enum D4: Digit {}
private enum D5: Digit {}
private enum D6: Digit {}
private enum D7: Digit {}
private enum D8: Digit {}
private enum D9: Digit {}

private enum NoDigits: Numeral {}
private enum Digits<First: Digit, Rest: Numeral>: Numeral {}

/// Any number of types: nested ones need no declaration each.
private enum Numerals {
  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]

  static func types(_ count: Int) -> [any Numeral.Type] {
    func adding<First: Digit, Rest: Numeral>(
      _: First.Type,
      to _: Rest.Type
    ) -> any Numeral.Type {
      Digits<First, Rest>.self
    }
    var types: [any Numeral.Type] = [NoDigits.self]
    while types.count < count {
      types = types.flatMap { rest in digits.map { adding($0, to: rest) } }
    }
    return Array(types.prefix(count))
  }

  static func reducers(_ count: Int) -> [Reducer<Counter>] { types(count).map { $0.reducer } }
  static func actions(_ count: Int) -> [any Action] { types(count).map { $0.action } }
}
