import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Conditions of effects that are lifted from a part.
extension StateConditionTests {
  struct Whole: Sendable, Equatable {
    var part = Counting()
    var list: Entities<Item> = [Item(id: 1)]
    var dictionary = [1: Item(id: 1)]
    var optional: Item?
    var screen = Screen.closed
  }

  struct Item: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  enum Screen: Sendable, Equatable {
    case closed
    case open(Item)

    var item: Item? { if case .open(let item) = self { item } else { nil } }
  }

  struct Add: Action { var id = 2 }
  enum PartAction: Answer {
    case increment(Increment)
    case answered(Answered)

    var increment: Increment? { if case .increment(let action) = self { action } else { nil } }
    var answer: String? { if case .answered(let answered) = self { answered.name } else { nil } }
  }

  static let items = Reducer<Item>(ReduceOn(Increment.self) { $0.count += $1.by })

  static let whole = Reducer<Whole>.combine(
    Reducer<Counting>.counting.lift(state: \Whole.part),
    items.lift(elements: \Whole.list),
    items.lift(elements: \Whole.dictionary),
    Reducer(
      ReduceOn(Increment.self) { whole, action in
        whole.optional?.count += action.by
        if case .open(var item) = whole.screen {
          item.count += action.by
          whole.screen = .open(item)
        }
      },
      ReduceOn(Add.self) { whole, action in
        whole.list.append(Item(id: action.id))
        whole.dictionary[action.id] = Item(id: action.id)
        whole.optional = Item(id: action.id)
        whole.screen = .open(Item(id: action.id))
      }
    )
  )

  @Test func `a lifted effect sees and reads its part, however it was lifted`() async {
    struct Outer: Sendable { var whole = Whole() }
    let observing = Observing<Increment, Counting>(\.count)
    let effects: [ActionEffect<Void, Increment>] = [observing.effect, StateAtCommitTests.comparing]
    let bench = Bench(
      state: Outer(),
      reducers: [Self.whole.lift(state: \Outer.whole)],
      effects: effects.map { $0.lift(state: \Whole.part).lift(state: \Outer.whole) }
    )
    bench.store.register(
      feature: Feature<Counting, Void>(id: "part").effect(effects[0]).effect(effects[1]),
      state: \.whole.part
    )
    await bench.send(Increment(), Increment(), then: 1)
    #expect(observing.seen.events == [[0, 1], [0, 1], [1, 2], [1, 2]])
    #expect(bench.answers.sorted() == ["1 1 2", "1 1 2", "2 2 2", "2 2 2"])
  }

  @Test func `a lifted effect may see the whole state and its part`() async {
    let effect = Effect<Void>.on(Increment.self, state: Whole.self) { _, _, context in
      context.answer(
        "\(try context.stateBefore.part.count) \(try context.stateAtCommit.part.count)"
      )
    }
    .retainingState()
    .retainingStateBefore()
    .when { (_, before: Whole, after) in before.part != after.part }
    .when { (_, before: Counting, after) in before.count < after.count }
    let bench = Self.bench(effect.lift(state: \Whole.part))
    await bench.send(Increment())
    #expect(bench.answers == ["0 1"])
  }

  /// A way to lift an effect of an item, and the action for it.
  struct Lift: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether the part's actions are wrapped for it.
    var isElement = false
    let lift: @Sendable (Effect<Void>) -> Effect<Void>

    var increment: any Action {
      isElement ? ElementAction<Item>(id: 2, action: Increment()) : Increment()
    }
  }

  static let lifts = [
    Lift(testDescription: "entities", isElement: true) { $0.lift(elements: \Whole.list) },
    Lift(testDescription: "a dictionary", isElement: true) { $0.lift(elements: \Whole.dictionary) },
    Lift(testDescription: "an optional part") { $0.lift(state: \Whole.optional) },
    Lift(testDescription: "a case") { $0.lift(get: { (whole: Whole) in whole.screen.item }) },
  ]

  static func bench(_ effect: Effect<Void>) -> Bench<Whole, Void> {
    Bench(state: Whole(), reducers: [whole], effects: [effect])
  }

  @Test(arguments: lifts)
  func `an effect of an optional part sees and reads it, if it was there`(lift: Lift) async {
    let observing = Observing<Increment, Item>(\.count)
    let counts = Log<Int>()
    let reading = Effect<Void>.on(Increment.self, reading: \Item.count) { _, count, _ in
      counts.append(count)
    }
    let retaining = Effect<Void>.on(Increment.self, state: Item.self) { _, _, context in
      counts.append(try context.stateAtCommit.count)
    }
    let bench = Self.bench(lift.lift(observing.effect))
    bench.store.register(effects: [lift.lift(reading), lift.lift(retaining.retainingState())])
    await bench.send(lift.increment)
    let token = bench.store.select(\.part.other).sink { [store = bench.store] other in
      guard other == 1 else { return }
      // Delivered when the part is there, and committed before it was.
      store.dispatch(action: lift.increment)
      store.dispatch(action: Add())
    }
    await bench.send(Touch())
    #expect(bench.store.state.optional != nil)
    #expect(observing.seen.events.isEmpty)
    #expect(counts.events.isEmpty)
    await bench.send(lift.increment, lift.increment)
    #expect(observing.seen.events == [[0, 1], [1, 2]])
    #expect(counts.events.sorted() == [1, 1, 2, 2])
    #expect(bench.errors == [])
    token.cancel()
  }

  @Test func `for a part that the action itself made, the state before is the one after`() async {
    let observing = Observing<Add, Item>(\.id)
    let bench = Self.bench(observing.effect.lift(state: \Whole.optional))
    await bench.send(Add(id: 2), Add(id: 2), Add(id: 3))
    #expect(observing.seen.events == [[2, 2], [2, 2], [3, 3]])
  }

  @Test func `conditions of starts and cancellations receive unwrapped actions`() async {
    let effect = Self.describing.delay(for: .seconds(1))
      .when { (action, before: Counting, after) in
        action.by < 10 && before.count + action.by == after.count
      }
      .cancelled(
        by: Increment.self,
        when: { (action, before: Counting, _) in action.by == 10 && before.count == 5 }
      )
    let bench = Bench(
      state: Counting(),
      reducers: [Reducer.counting.lift(action: \PartAction.increment)],
      effects: [effect.lift(action: \PartAction.increment, embed: PartAction.answered)]
    )
    for by in [5, 10, 2] { await bench.send(PartAction.increment(Increment(by: by))) }
    await bench.advance(1)
    #expect(bench.answers == ["2"])
  }

  @Test func `a condition is evaluated for each part whose runs an action may cancel`() async {
    let cancelled = Log<Int>()
    let effect = Effect<Void>.on(Ask.self, state: Item.self) { _, _, context in
      do {
        try await context.sleep(for: .seconds(1))
      } catch {
        cancelled.append(context.state.id)
      }
    }
    .cancelled(by: Increment.self, when: { (_, _: Item, after) in after.count == 1 })
    let bench = Self.bench(effect.lift(elements: \Whole.list))
    await bench.sendEach(
      Add(),
      ElementAction<Item>(id: 2, action: Increment(by: 1)),
      EveryElementAction<Item>(action: Ask("a")),
      EveryElementAction<Item>(action: Increment())
    )
    await bench.advance(1)
    #expect(cancelled.events == [1])
  }
}
