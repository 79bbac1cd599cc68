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

  @Test func `an action that starts nothing is not debounced, and affects no other run`() async {
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

  @Test func `a queued action is evaluated with the states of its own commit`()
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

  @Test func `a restored state cancels by its condition`() async {
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

  @Test func `an action cancels runs if a closure of both states says so`() async {
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
