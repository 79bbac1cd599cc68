import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects that read a value of the state at their commit.
@Suite(.inTurn) struct StateReadingTests {
  static let counted = ActionTemplate(id: "counted", payloadType: Int.self)

  @Test func `a run receives the value at its commit, whatever follows`() async {
    let reading = Effect<Void>.on(Increment.self, reading: \Counting.count) { action, count, _ in
      Answered(name: "\(action.by) \(count)")
    }
    let bench = Bench(reading.delay(for: .seconds(1)))
    for by in 1...3 { bench.store.dispatch(action: Increment(by: by)) }
    await bench.advance(1)
    #expect(bench.answers == ["1 1", "2 3", "3 6"])

    let debounced = Bench(reading.debounce(for: .seconds(1)).retry(attempts: 2))
    debounced.store.dispatch(action: Increment(by: 1))
    debounced.store.dispatch(action: Increment(by: 2))
    debounced.store.restore(Counting(count: 9))
    await debounced.advance(1)
    #expect(debounced.answers == ["2 3"])
  }

  /// An effect, and what it answers to an increment from 3 and to the template's 7.
  struct Form: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answers: [String]
    let effect: Effect<Void>
  }

  static let forms = [
    Form(
      testDescription: "none",
      answers: [],
      effect: .on(Increment.self, reading: \Counting.count) { _, count, _ in
        if count < 0 { return nil }
        return count == 4 ? nil : Answered(name: "\(count)")
      }
    ),
    Form(
      testDescription: "several",
      answers: ["4", "1"],
      effect: .on(Increment.self, reading: \Counting.count) { action, count, _ in
        [Answered(name: "\(count)"), Answered(name: "\(action.by)")]
      }
    ),
    Form(
      testDescription: "the whole state",
      answers: ["4 0"],
      effect: .on(Increment.self, reading: \Counting.self) { _, state, _ in
        Answered(name: "\(state.count) \(state.other)")
      }
    ),
    Form(
      testDescription: "nothing, with a context",
      answers: ["4 5"],
      effect: .on(Increment.self, reading: \Counting.count) { _, count, _, context in
        try await context.sleep(for: .seconds(1))
        context.send(Answered(name: "\(count) \(context.state.count)"))
      }
    ),
    Form(
      testDescription: "one, with a context",
      answers: ["sent", "4"],
      effect: .on(Increment.self, reading: \Counting.count) { _, count, _, context in
        context.send(Answered(name: "sent"))
        return Answered(name: "\(count)")
      }
    ),
    Form(
      testDescription: "several, with a context that waits for an action",
      answers: ["4", "5"],
      effect: .on(Increment.self, reading: \Counting.count) { _, count, _, context in
        _ = try await context.next(Touch.self)
        return [Answered(name: "\(count)"), Answered(name: "\(context.state.count)")]
      }
    ),
    Form(
      testDescription: "the states, too",
      answers: ["4 3 4 5"],
      effect: Effect.on(Increment.self, reading: \Counting.count) { _, count, _, context in
        try await context.sleep(for: .seconds(1))
        let (before, then) = (try context.stateBefore.count, try context.stateAtCommit.count)
        return Answered(name: "\(count) \(before) \(then) \(context.state.count)")
      }
      .retainingState()
      .retainingStateBefore()
      .when { (_, before: Counting, after) in before.count == 3 && after.count == 4 }
    ),
    Form(
      testDescription: "on a template",
      answers: ["7 4"],
      effect: .on(matching: counted, reading: \Counting.count) { action, count, _ in
        Answered(name: "\(action.payload) \(count)")
      }
    ),
    Form(
      testDescription: "several on a template",
      answers: ["7", "4"],
      effect: .on(matching: counted, reading: \Counting.count) { action, count, _ in
        [action.payload, count].map { Answered(name: "\($0)") }
      }
    ),
    Form(
      testDescription: "one on a template, with a context",
      answers: ["7 4 5"],
      effect: .on(matching: counted, reading: \Counting.count) { action, count, _, context in
        try await context.sleep(for: .seconds(1))
        return Answered(name: "\(action.payload) \(count) \(context.state.count)")
      }
    ),
  ]

  @Test(arguments: forms)
  func `a closure that reads the state answers as others do`(form: Form) async {
    let clock = TestClock()
    let store = Store(initialState: Counting(count: 3), reducers: [.counting], clock: clock)
    let commits = store.watched()
    store.register(effect: form.effect)
    clock.holding {
      store.dispatch(action: Increment())
      store.dispatch(action: Self.counted(payload: 7))
      store.restore(Counting(count: 5))
      store.dispatch(action: Touch())
    }
    await clock.advance(by: .seconds(1))
    #expect(commits.actions(ofType: Answered.self).map(\.name) == form.answers)
  }

  @Test func `only the value is retained`() async {
    struct Marked: Sendable {
      final class Mark: Sendable {}

      var mark = Mark()
      var count = 0
    }
    struct Renew: Action {}
    let clock = TestClock()
    let store = Store(
      initialState: Marked(),
      reducers: [Reducer(ReduceOn(Renew.self) { state, _ in state = Marked(count: 7) })],
      clock: clock
    )
    let counts = Log<Int>()
    store.register(
      effect: .on(Renew.self, reading: \Marked.count) { _, count, _, context in
        try await context.sleep(for: .seconds(1))
        counts.append(count)
      }
    )
    store.dispatch(action: Renew())
    weak let mark = store.state.mark
    await clock.advance()
    store.restore(Marked())
    #expect(mark == nil)
    await clock.advance(by: .seconds(1))
    #expect(counts.events == [7])
  }

  @Test(arguments: StateConditionTests.lifts)
  func `a lifted effect reads its part, if it was there at the commit`(
    lift: StateConditionTests.Lift
  ) async {
    typealias Whole = StateConditionTests.Whole
    let counts = Log<Int>()
    let effect = Effect<Void>.on(Increment.self, reading: \StateConditionTests.Item.count) {
      _,
      count,
      _ in
      counts.append(count)
    }
    let clock = TestClock()
    let store = Store(
      initialState: Whole(),
      reducers: [StateConditionTests.whole],
      clock: clock
    )
    store.register(effect: lift.lift(effect))
    let failures = Log<String>()
    store.onEffectFailure = { failures.append("\($0.error)") }
    let retaining = Effect<Void>.on(Increment.self, state: StateConditionTests.Item.self) {
      _,
      _,
      context in
      counts.append(try context.stateAtCommit.count)
    }
    store.register(effect: lift.lift(retaining.retainingState()))
    let token = store.select(\.part.other).sink { other in
      guard other == 1 else { return }
      // Delivered when the part is there.
      lift.increment(store)
      store.dispatch(action: StateConditionTests.Add())
    }
    store.dispatch(action: Touch())
    await clock.advance()
    #expect(counts.events.isEmpty)
    lift.increment(store)
    lift.increment(store)
    await clock.advance()
    #expect(counts.events.sorted() == [1, 1, 2, 2])
    #expect(failures.events == [])
    token.cancel()
  }

  @Test func `an effect that reads a value of another state is not registered, and is reported`() {
    struct Whole: Sendable { var part = Counting() }
    let mismatches = Log<StateTypeMismatch?>()
    let store = Store(initialState: Whole())
    store.onEffectFailure = { mismatches.append($0.error as? StateTypeMismatch) }
    let effect = Effect<Void>.on(Ask.self, reading: \Counting.count) { _, _, _ in }
    store.register(effect: effect)
    store.register(effect: effect.lift(state: \Whole.part))
    #expect(mismatches.events.map(\.?.requestedType) == ["Counting"])
  }
}
