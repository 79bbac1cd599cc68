import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Observed or not, the same: a selector gives the same values, and runs as often.
  @Suite struct P13 {
    /// Not `Equatable`, and changed without being replaced.
    final class Contents: Sendable {
      let number = Shared(0)
    }

    /// Not `Equatable`.
    struct Opaque: Sendable {
      var number = 0
    }

    /// `Equatable` on the main actor only.
    struct Isolated: Sendable {
      var number = 0
    }

    struct Item: Sendable, Equatable, Identifiable {
      let id: Int
      var number = 0
    }

    struct OpaqueItem: Sendable, Identifiable {
      let id: Int
      var number = 0
    }

    struct Holding: Sendable {
      var number = 0
      var list = [1, 2, 3]
      var measure = Double.nan
      var contents = Contents()
      var opaque = Opaque()
      var isolated = Isolated()
      var items: Entities<Item> = [Item(id: 1), Item(id: 2)]
      var opaqueItems: Entities<OpaqueItem> = [OpaqueItem(id: 1), OpaqueItem(id: 2)]
      var unrelated = 0
    }

    private struct Change: Action {
      let change: @Sendable (inout Holding) -> Void
    }

    /// One of each kind that a selector can depend on, twice each, between changes of nothing.
    private static let changes: [@Sendable (inout Holding) -> Void] = [
      { $0.number += 1 }, { $0.list.append(4) }, { $0.list = Array($0.list) },
      { $0.measure = 1 }, { $0.measure = .nan },
      { $0.contents.number.change { $0 += 1 } }, { $0.contents = Contents() },
      { $0.opaque.number += 1 }, { $0.isolated.number += 1 },
      { $0.items[id: 1]?.number += 1 }, { $0.items[id: 2]?.number += 1 },
      { $0.items.remove(id: 2) },
      { $0.opaqueItems[id: 1]?.number += 1 }, { $0.opaqueItems[id: 2]?.number += 1 },
    ]

    /// A kind of selector.
    struct Kind: CustomTestStringConvertible, Sendable {
      let testDescription: String
      /// Returns, for each commit, the value and the number of projector runs.
      let history: @Sendable (_ isObserved: Bool, _ isProjected: Bool) -> [String]

      init<Value: Sendable>(
        _ description: String,
        _ make: @escaping @Sendable () -> Selector<Holding, Value>
      ) {
        testDescription = description
        history = { isObserved, isProjected in
          let store = Store(
            initialState: Holding(),
            reducers: [Reducer(ReduceOn(Change.self) { state, action in action.change(&state) })]
          )
          let projection = store.projection(state: \.self)
          let selector = make()
          let selection = isProjected ? projection.select(selector) : store.select(selector)
          let token = isObserved ? selection.sink { _ in } : nil
          var history: [String] = []
          func ask() {
            let value = selection.value
            history.append("\(value) after \(selector.recomputations)")
            #expect("\(value)" == "\(selector.value(in: store.state))")
            // That ran the projectors in a store of its own.
            history.append("\(selector.recomputations)")
          }
          ask()
          for change in changes + changes {
            store.dispatch(action: Change { $0.unrelated += 1 })
            ask()
            store.dispatch(action: Change(change: change))
            ask()
            store.dispatch(action: Unhandled())
            ask()
          }
          token?.cancel()
          return history
        }
      }
    }

    private static let number = Selector(keyPath: \Holding.number)
    private static let sum = Selector(keyPath: \Holding.list).summed()
    private static let items = EntitySelectors(at: \Holding.items)
    private static let opaqueItems = EntitySelectors(at: \Holding.opaqueItems)

    static let kinds = [
      Kind("a key path") { Selector(keyPath: \Holding.number) },
      Kind("a key path of what has no ==") { Selector(keyPath: \Holding.opaque) },
      Kind("a projector") { Selector { (state: Holding) in state.number * 2 } },
      Kind("of an input with ==") { Selector.with(number) { $0 * 2 } },
      Kind("of an array") { Selector(keyPath: \Holding.list).summed() },
      Kind("of an input without ==") {
        Selector.with(Selector(keyPath: \Holding.opaque)) { $0.number }
      },
      Kind("of an input whose == is isolated") {
        Selector.with(Selector(keyPath: \Holding.isolated)) { $0.number }
      },
      Kind("of an object") {
        Selector.with(Selector(keyPath: \Holding.contents)) { $0.number.value }
      },
      Kind("of an object, beside a number") {
        Selector.with(number, Selector(keyPath: \Holding.contents)) { $0 + $1.number.value }
      },
      Kind("of no number") {
        Selector.with(Selector(keyPath: \Holding.measure)) { $0.isNaN }
      },
      Kind("of a selector with ==") {
        Selector.with(Selector(keyPath: \Holding.list).summed(), number) { $0 + $1 }
      },
      Kind("of a selector without ==") {
        Selector.with(Selector.with(number) { Opaque(number: $0) }) { $0.number }
      },
      Kind("of a selector of an object") {
        Selector.with(
          Selector.with(Selector(keyPath: \Holding.contents)) { $0.number.value },
          Selector(keyPath: \Holding.measure)
        ) { "\($0) \($1)" }
      },
      Kind("a part of a selector") {
        Selector.with(Selector(keyPath: \Holding.list), keyPath: \.count)
      },
      Kind("of a projector's object") {
        Selector.with(Selector { (state: Holding) in state.contents }) { $0.number.value }
      },
      Kind("an element") { items.byID(2) },
      Kind("of an element") { Selector.with(items.byID(2)) { $0?.number } },
      Kind("of an element without ==") { Selector.with(opaqueItems.byID(2)) { $0?.number } },
      Kind("of a collection") { Selector.with(items.all) { $0.count } },
      Kind("a family's") {
        let family = SelectorFamily { (id: Int) in
          Selector.with(items.byID(id), number) { ($0?.number ?? 0) + $1 }
        }
        return family(1)
      },
      Kind("a family's projector") {
        SelectorFamily { (state: Holding, id: Int) in state.items[id: id]?.number }(2)
      },
    ]

    @Test(arguments: kinds, [false, true])
    func `a selector gives the same, as often, whether or not it is observed`(
      kind: Kind,
      isProjected: Bool
    ) {
      #expect(kind.history(true, isProjected) == kind.history(false, isProjected))
    }
  }
}

extension Promises.P13.Isolated: @MainActor Equatable {
  static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}

extension Selector where State == Promises.P13.Holding, Value == [Int] {
  fileprivate func summed() -> Selector<State, Int> {
    Selector<State, Int>.with(self) { $0.reduce(0, +) }
  }
}
