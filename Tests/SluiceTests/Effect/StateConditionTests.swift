import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects and cancellations that depend on what an action changed.
@Suite(.inTurn) struct StateConditionTests {
  struct Download: Sendable, Equatable {
    var isLoading = false
    var count = 0
  }

  struct Tap: Action {}

  static let download = Reducer<Download>(
    ReduceOn(Tap.self) { state, _ in state.isLoading = true }
  )

  /// Says what each increment changed.
  static let describing = Effect<Void>.on(Increment.self) { action, _ in
    Answered(name: "\(action.by)")
  }

  @Test func `an action that changed nothing starts nothing`() async {
    let clock = TestClock()
    let store = Store(initialState: Download(), reducers: [Self.download], clock: clock)
    let commits = TestInterceptor<Download>()
    store.register(interceptor: commits)
    store.register(
      effect: Effect.on(Tap.self) { _, _ in Answered(name: "loaded") }
        .when(state: Download.self) { _, before, after in !before.isLoading && after.isLoading }
    )
    for _ in 1...3 { store.dispatch(action: Tap()) }
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self).count == 1)
  }

  @Test func `several conditions add up, and see the action`() async {
    let bench = Bench(
      Self.describing
        .when { (action, before: Counting, after) in before.count + action.by == after.count }
        .when { (_, before: Counting, _) in before.count > 0 }
        .when { (action, _, _: Counting) in action.by != 3 }
    )
    for by in 1...4 { bench.store.dispatch(action: Increment(by: by)) }
    await bench.advance()
    #expect(bench.answers.sorted() == ["2", "4"])
  }

  @Test func `what starts nothing is not debounced, and affects no other run`() async {
    let odd = Self.describing.when { (action, _, _: Counting) in action.by % 2 == 1 }
    for effect in [
      odd.debounce(for: .seconds(1)), odd.overlap(.latest).delay(for: .seconds(1)),
      odd.overlap(.latest, by: \.by).delay(for: .seconds(1)),
    ] {
      let bench = Bench(effect)
      bench.store.dispatch(action: Increment(by: 1))
      bench.store.dispatch(action: Increment(by: 2))
      await bench.advance(1)
      #expect(bench.answers == ["1"])
    }
  }

  @Test func `an action whose condition holds cancels the run before it`() async {
    let bench = Bench(
      Self.describing.when { (_, before: Counting, after) in before != after }
        .overlap(.latest).delay(for: .seconds(1))
    )
    for by in [1, 2, 0] { bench.store.dispatch(action: Increment(by: by)) }
    await bench.advance(1)
    #expect(bench.answers == ["2"])
  }

  @Test func `an action that comes late in a queue is judged by the states of its own commit`()
    async
  {
    let seen = Log<[Int]>()
    let bench = Bench(
      Self.describing.when { (_, before: Counting, after) in
        seen.append([before.count, after.count])
        return false
      }
    )
    let token = bench.store.select(countSelector).sink { count in
      if (1..<4).contains(count) { bench.store.dispatch(action: Increment()) }
    }
    bench.store.dispatch(action: Increment())
    #expect(seen.events == [[0, 1], [1, 2], [2, 3], [3, 4]])
    token.cancel()
  }

  @Test func `a restored state is judged for what it cancels`() async {
    let bench = Bench(
      Effect.answering().cancelled(
        by: StateRestored.self,
        when: { (_, before: Counting, after) in before.count != after.count }
      )
    )
    bench.ask("a")
    await bench.advance()
    bench.store.restore(Counting(other: 1))
    await bench.advance(1)
    bench.ask("b")
    await bench.advance()
    bench.store.restore(Counting(count: 1))
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a", "b?"])
  }

  @Test func `an action cancels runs if it changed what a closure looks at`() async {
    let bench = Bench(
      Effect.answering().overlap(.serial).cancelled(
        by: Increment.self,
        state: Counting.self,
        when: { action, before, after in action.by > 0 && after.count > before.count + 1 }
      )
    )
    bench.ask("a", "b", "c")
    await bench.advance()
    bench.store.dispatch(action: Increment(by: 1))
    await bench.advance(1)
    bench.store.dispatch(action: Increment(by: 2))
    await bench.advance(5)
    bench.ask("d")
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a", "b?", "d?", "d"])
  }

  // MARK: - Parts

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
  struct Looking {
    let seen = Log<[Int]>()

    var effect: ActionEffect<Void, Increment> {
      Effect<Void>.on(Increment.self) { _, _ in }
        .when(state: Item.self) { [seen] _, before, after in
          seen.append([before.count, after.count])
          return false
        }
    }
  }

  private static func store() -> Store<Whole, Void> {
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

  @Test func `a lifted effect may see the whole state beside its part`() async {
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
  func `an effect of a part that comes and goes sees it, if it was there`(lift: Lift) {
    let looking = Looking()
    let store = Self.store()
    store.register(effect: lift.lift(looking.effect))
    lift.increment(store)
    #expect(looking.seen.events.isEmpty)
    store.dispatch(action: Add())
    lift.increment(store)
    lift.increment(store)
    #expect(looking.seen.events == [[0, 1], [1, 2]])
  }

  @Test(arguments: lifts)
  func `an action for a part that only a later commit made starts nothing`(lift: Lift) async {
    let looking = Looking()
    let store = Self.store()
    store.register(effect: lift.lift(looking.effect))
    let token = store.select(\.part.other).sink { other in
      guard other == 1 else { return }
      lift.increment(store)
      store.dispatch(action: Add())
    }
    store.dispatch(action: Touch())
    #expect(store.state.optional != nil)
    #expect(looking.seen.events.isEmpty)
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

  @Test func `wrapped actions are judged unwrapped, for what starts and for what cancels`() async {
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

  @Test func `a condition is judged for each part whose runs an action may cancel`() async {
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

  // MARK: - What must not be

  @Test func `an effect whose condition is of another state is not registered, and is reported`() {
    let mismatches = Log<StateTypeMismatch?>()
    let store = Self.store()
    store.onEffectFailure = { mismatches.append($0.error as? StateTypeMismatch) }
    let effect = Effect<Void>.on(Increment.self, state: Whole.self) { _, _, _ in }
    store.register(effect: effect.when { (_, _: Counting, _) in true })
    store.register(effect: effect.cancelled(by: Touch.self, when: { (_, _: Item, _) in true }))
    let lifted = Effect<Void>.on(Increment.self) { _, _ in }.when { (_, _: Item, _) in true }
    store.register(effect: lifted.lift(state: \Whole.part))
    #expect(mismatches.events.map(\.?.requestedType) == ["Counting", "Item", "Item"])
    #expect(mismatches.events.map(\.?.partType) == [nil, nil, "Counting"])
  }

  @Test func `the states are consistent while many threads dispatch`() async {
    struct Numbered: Sendable { var numbers: [Int] = [] }
    struct Append: Action { let number: Int }
    let store = Store(
      initialState: Numbered(),
      reducers: [Reducer(ReduceOn(Append.self) { $0.numbers.append($1.number) })]
    )
    let wrong = Log<Int>()
    let right = Log<Int>()
    store.register(
      effect: Effect.on(Append.self) { _, _ in }
        .when { (action, before: Numbered, after) in
          let isRight = before.numbers + [action.number] == after.numbers
          (isRight ? right : wrong).append(action.number)
          return false
        }
    )
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<200 { store.dispatch(action: Append(number: thread * 200 + number)) }
        }
      }
    }
    await store.idle()
    #expect(wrong.events == [])
    #expect(right.events.count == 800)
  }
}
