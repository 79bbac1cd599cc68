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
  enum PartAction: Action {
    case increment(Increment)
    case answered(Answered)
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

  /// Logs the states of each increment that it sees.
  struct Observing {
    let seen = Log<[Int]>()

    var effect: ActionEffect<Void, Increment> {
      Effect<Void>.on(Increment.self) { _, _ in }
        .when(state: Item.self) { [seen] _, before, after in
          seen.append([before.count, after.count])
          return false
        }
    }
  }

  static func store() -> Store<Whole, Void> {
    Store(initialState: Whole(), reducers: [whole])
  }

  @Test func `a lifted effect sees its part, however it was lifted`() {
    struct Outer: Sendable { var whole = Whole() }
    let seen = Log<[Int]>()
    let effect = Effect<Void>.on(Increment.self) { _, _ in }
      .when { (_, before: Counting, after) in
        seen.append([before.count, after.count])
        return false
      }
    let store = Store(
      initialState: Outer(),
      reducers: [Self.whole.lift(state: \Outer.whole)]
    )
    store.register(effect: effect.lift(state: \Whole.part).lift(state: \Outer.whole))
    store.register(
      feature: Feature<Counting, Void>(id: "part").effect(effect),
      state: \.whole.part
    )
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    #expect(seen.events == [[0, 1], [0, 1], [1, 2], [1, 2]])
  }

  @Test func `a lifted effect may see the whole state and its part`() async {
    let seen = Log<String>()
    let store = Self.store()
    let effect = Effect<Void>.on(Increment.self, state: Whole.self) { _, _, context in
      seen.append("\(try context.stateBefore.part.count) \(try context.stateAtCommit.part.count)")
    }
    .retainingState()
    .retainingStateBefore()
    .when { (_, before: Whole, after) in before.part != after.part }
    .when { (_, before: Counting, after) in before.count < after.count }
    store.register(effect: effect.lift(state: \Whole.part))
    store.dispatch(action: Increment())
    await store.idle()
    #expect(seen.events == ["0 1"])
  }

  /// A way to lift an effect of an item, and the action for it.
  struct Lift: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether the part's actions are wrapped for it.
    var isElement = false
    let lift: @Sendable (Effect<Void>) -> Effect<Void>

    func increment(_ store: Store<Whole, Void>) {
      store.dispatch(
        action: isElement ? ElementAction<Item>(id: 2, action: Increment()) : Increment()
      )
    }
  }

  static let lifts = [
    Lift(testDescription: "entities", isElement: true) { $0.lift(elements: \Whole.list) },
    Lift(testDescription: "a dictionary", isElement: true) { $0.lift(elements: \Whole.dictionary) },
    Lift(testDescription: "an optional part") { $0.lift(state: \Whole.optional) },
    Lift(testDescription: "a case") { $0.lift(get: { (whole: Whole) in whole.screen.item }) },
  ]

  @Test(arguments: lifts)
  func `an effect of an optional part sees it if it exists`(lift: Lift) {
    let observing = Observing()
    let store = Self.store()
    store.register(effect: lift.lift(observing.effect))
    lift.increment(store)
    #expect(observing.seen.events.isEmpty)
    store.dispatch(action: Add())
    lift.increment(store)
    lift.increment(store)
    #expect(observing.seen.events == [[0, 1], [1, 2]])
  }

  @Test(arguments: lifts)
  func `an action for a part that only a later commit made starts nothing`(lift: Lift) async {
    let observing = Observing()
    let store = Self.store()
    store.register(effect: lift.lift(observing.effect))
    let token = store.select(\.part.other).sink { other in
      guard other == 1 else { return }
      lift.increment(store)
      store.dispatch(action: Add())
    }
    store.dispatch(action: Touch())
    #expect(store.state.optional != nil)
    #expect(observing.seen.events.isEmpty)
    token.cancel()
  }

  @Test func `for a part that the action itself made, the state before is the one after`() {
    let seen = Log<[Item]>()
    let store = Self.store()
    let effect = Effect<Void>.on(Add.self) { _, _ in }
      .when { (_, before: Item, after) in
        seen.append([before, after])
        return false
      }
    store.register(effect: effect.lift(state: \Whole.optional))
    store.dispatch(action: Add(id: 2))
    store.dispatch(action: Add(id: 2))
    store.dispatch(action: Add(id: 3))
    #expect(seen.events.map { $0.map(\.id) } == [[2, 2], [2, 2], [3, 3]])
  }

  @Test func `conditions of starts and cancellations receive unwrapped actions`() async {
    let clock = TestClock()
    let store = Store(
      initialState: Counting(),
      reducers: [
        Reducer.counting.lift(action: { (action: PartAction) in
          if case .increment(let action) = action { action } else { nil }
        })
      ],
      clock: clock
    )
    let commits = TestInterceptor<Counting>()
    store.register(interceptor: commits)
    let effect = Self.describing.delay(for: .seconds(1))
      .when { (action, before: Counting, after) in
        action.by < 10 && before.count + action.by == after.count
      }
      .cancelled(
        by: Increment.self,
        when: { (action, before: Counting, _) in
          action.by == 10 && before.count == 5
        }
      )
    store.register(
      effect: effect.lift(
        action: { (action: PartAction) in
          if case .increment(let action) = action { action } else { nil }
        },
        embed: PartAction.answered
      )
    )
    store.dispatch(action: PartAction.increment(Increment(by: 5)))
    await clock.advance()
    store.dispatch(action: PartAction.increment(Increment(by: 10)))
    store.dispatch(action: PartAction.increment(Increment(by: 2)))
    await clock.advance(by: .seconds(1))
    let answers = commits.actions(ofType: PartAction.self).compactMap { action in
      if case .answered(let answered) = action { answered.name } else { nil }
    }
    #expect(answers == ["2"])
  }

  @Test func `a condition is evaluated for each part whose runs an action may cancel`() async {
    let clock = TestClock()
    let store = Store(initialState: Whole(), reducers: [Self.whole], clock: clock)
    let cancelled = Log<Int>()
    let effect = Effect<Void>.on(Ask.self, state: Item.self) { _, _, context in
      do {
        try await context.sleep(for: .seconds(1))
      } catch {
        cancelled.append(context.state.id)
      }
    }
    .cancelled(by: Increment.self, when: { (_, _: Item, after) in after.count == 1 })
    store.register(effect: effect.lift(elements: \Whole.list))
    store.dispatch(action: Add())
    store.dispatch(action: ElementAction<Item>(id: 2, action: Increment(by: 1)))
    store.dispatch(action: EveryElementAction<Item>(action: Ask(name: "a")))
    await clock.advance()
    store.dispatch(action: EveryElementAction<Item>(action: Increment()))
    await clock.advance(by: .seconds(1))
    #expect(cancelled.events == [1])
  }
}
