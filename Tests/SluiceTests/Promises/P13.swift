import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Observed or not, the same: a selector gives the same values, and runs as often.
  @Suite struct P13 {
    /// Not compared, and changed without being replaced.
    final class Contents: Sendable {
      let number = Shared(0)
    }

    /// Not compared.
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

    struct Holding: Sendable {
      var number = 0
      var list = [1, 2, 3]
      var measure = Double.nan
      var contents = Contents()
      var opaque = Opaque()
      var isolated = Isolated()
      var items: Entities<Item> = [Item(id: 1), Item(id: 2)]
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
    ]

    /// Returns, for each commit, the value and the number of projector runs.
    typealias Kind = Named<@Sendable (_ isObserved: Bool, _ isProjected: Bool) -> [String]>

    private static func kind<Value: Sendable>(
      _ description: String,
      _ make: @escaping @Sendable () -> Selector<Holding, Value>
    ) -> Kind {
      Named(description) { isObserved, isProjected in
        let store = Store(
          initialState: Holding(),
          reducers: [Reducer(ReduceOn(Change.self) { state, action in action.change(&state) })]
        )
        let projection = store.projection(Selector(keyPath: \.self, comparing: .always))
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
          let actions: [any Action] = [
            Change { $0.unrelated += 1 }, Change(change: change), Unhandled(),
          ]
          for action in actions {
            store.dispatch(action: action)
            ask()
          }
        }
        token?.cancel()
        return history
      }
    }

    private static let number = Selector(keyPath: \Holding.number)
    private static let list = Selector(keyPath: \Holding.list)
    private static let measure = Selector(keyPath: \Holding.measure)
    private static let contents = Selector(keyPath: \Holding.contents, comparing: .always)
    private static let opaque = Selector(keyPath: \Holding.opaque, comparing: .always)
    private static let isolated = Selector(keyPath: \Holding.isolated, comparing: .always)
    private static let items = EntitySelectors(at: \Holding.items)

    private static func sum() -> Selector<Holding, Int> {
      Selector.with(list) { $0.reduce(0, +) }
    }

    static let kinds: [Kind] = [
      kind("a key path") { Selector(keyPath: \Holding.number) },
      kind("a key path that isn't compared") { opaque },
      kind("a projector") { Selector { (state: Holding) in state.number * 2 } },
      kind("of an input with ==") { Selector.with(number) { $0 * 2 } },
      kind("of an array") { sum() },
      kind("of an input that isn't compared") { Selector.with(opaque) { $0.number } },
      kind("of an input whose == is isolated") { Selector.with(isolated) { $0.number } },
      kind("of an object") { Selector.with(contents) { $0.number.value } },
      kind("of an object, beside a number") {
        Selector.with(number, contents) { $0 + $1.number.value }
      },
      kind("of no number") { Selector.with(measure) { $0.isNaN } },
      kind("of a selector of selectors") { Selector.with(sum(), number) { $0 + $1 } },
      kind("of an input compared by a predicate") {
        let odd = Selector(keyPath: \Holding.opaque, comparing: .by { $0.number == $1.number })
        return Selector.with(odd) { $0.number }
      },
      kind("of a selector that isn't compared") {
        Selector.with(Selector.with(number, comparing: .always) { Opaque(number: $0) }) {
          $0.number
        }
      },
      kind("of a selector of an object") {
        Selector.with(Selector.with(contents) { $0.number.value }, measure) { "\($0) \($1)" }
      },
      kind("a part of a selector") { Selector.with(list, keyPath: \.count) },
      kind("of a projector's object") {
        Selector.with(Selector(comparing: .always) { (state: Holding) in state.contents }) {
          $0.number.value
        }
      },
      kind("an element") { items.byID(2) },
      kind("of an element") { Selector.with(items.byID(2)) { $0?.number } },
      kind("of a collection") { Selector.with(items.all) { $0.count } },
      kind("a family's") {
        let family = SelectorFamily { (id: Int) in
          Selector.with(items.byID(id), number) { ($0?.number ?? 0) + $1 }
        }
        return family(1)
      },
      kind("a family's projector") {
        SelectorFamily { (state: Holding, id: Int) in state.items[id: id]?.number }(2)
      },
    ]

    @Test(arguments: kinds, [false, true])
    func `a selector gives the same, as often, whether or not it is observed`(
      kind: Kind,
      isProjected: Bool
    ) {
      #expect(kind.value(true, isProjected) == kind.value(false, isProjected))
    }
  }
}

extension Promises.P13.Isolated: @MainActor Equatable {
  static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}
