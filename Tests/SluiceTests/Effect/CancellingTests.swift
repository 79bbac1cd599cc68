import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct CancellingTests {
  typealias Choice = EffectPatternTests.Choice

  /// Asks of two keys, an action that cancels nothing, the same asks again, and one that cancels.
  static func asked(_ cancelling: any Action, not other: any Action = Touch()) -> Timetable {
    let (one, two) = (Ask("a", key: 1), Ask("b", key: 2))
    return [0: one, 0: two, 0.5: other, 2: one, 2: two, 2.5: cancelling]
  }

  /// What is answered in spite of the action that cancels nothing, and before the one that does.
  static let before = ["a? 0", "b? 0", "a 1", "b 1", "a? 2", "b? 2"]

  static let cancellers: [Course] = {
    let answering = Effect.answering()
    let identified = answering.cancellable(id: 7)
    let (reset, other) = (ActionTemplate(id: "Reset"), ActionTemplate(id: "Other"))
    let ofCase = ActionCase(\Choice.reset)
    return [
      Course("a closure", asked(Stop(key: 1), not: Stop(key: 3)), before + ["b 3"]) {
        answering.cancelled(by: Stop.self) { stop, ask in stop.key == ask.key }
      },
      Course("a template", asked(reset(), not: other()), before) {
        answering.cancelled(matching: reset)
      },
      Course("a template, by id", asked(reset(), not: other()), before) {
        [identified, .cancel(id: 7, matching: reset)]
      },
      Course("a case", asked(Choice.reset, not: Choice.name("a")), before) {
        answering.cancelled(matching: ofCase)
      },
      Course("a case, by id", asked(Choice.reset, not: Choice.name("a")), before) {
        [identified, .cancel(id: 7, matching: ofCase)]
      },
      Course("the first of several types", asked(Stop()), before) {
        answering.cancelled(matching: .any(of: Stop.self, Choice.self))
      },
      Course("the second of several types, and a closure", asked(Choice.reset), before + ["b 3"]) {
        answering.cancelled(matching: .any(of: Stop.self, Choice.self)) { _, ask in ask.key == 1 }
      },
      Course("an effect with work of its own", asked(Stop()), before + ["stopped 2.5"]) {
        [identified, .on(Stop.self) { _, _ in Answered("stopped") }.cancels(id: 7)]
      },
    ]
  }()

  @Test(arguments: cancellers)
  func `runs are cancelled by the actions that they name, and no others`(course: Course) async {
    await course.expectAnswers()
  }

  static let courses = [
    Course(
      "what is pending as well",
      [0: Ask("a"), 0: Ask("b"), 1: Stop(), 1: Ask("c"), 5: Ask("d"), 5: Touch()],
      ["a? 0", "c? 1", "c 3"]
    ) { Effect.answering(after: 2).overlap(.serial).cancelled(by: Stop.self, Touch.self) },
    Course(
      "runs before its own",
      [0: Ask("a", key: 1), 0: Ask("b", key: 2), 0.5: Ask("c", key: 1)],
      ["a? 0", "b? 0", "c? 0.5", "b 1", "c 1.5"]
    ) { Effect.answering().cancelled(by: Ask.self) { new, old in new.key == old.key } },
  ]

  @Test(arguments: courses)
  func `an action cancels`(course: Course) async { await course.expectAnswers() }

  @Test func `effects cancel by id what was registered with them`() async {
    let identified = Effect.answering().cancellable(id: "asking")
    let bench = Bench(identified, .cancel(id: "asking", on: Stop.self))
    bench.store.register(effect: identified, id: "apart")
    await bench.send([0: Ask("a"), 0.5: Stop()], then: 1)
    #expect(bench.answers == ["a?", "a?", "a"])
  }

  @Test(arguments: [false, true])
  func
    `a restored state, as after an undo, cancels the runs that it is meant for, and what is pending`(
      isUndo: Bool
    ) async
  {
    let history = StateHistory(of: .state(\Counting.self))
    let bench = Bench(
      Effect.answering().cancelled(by: StateRestored.self) { _, ask in ask.key == 0 },
      Effect.echo.debounce(for: .seconds(1)).cancelled(by: StateRestored.self)
    )
    if isUndo { bench.store.register(history: history) }
    await bench.send(Increment(), Ask("b", key: 1), Ask("a"))
    if isUndo { history.undo() } else { bench.store.restore(Counting(count: 5)) }
    await bench.advance()
    #expect(bench.clock.sleeperCount == 1)
    await bench.advance(5)
    #expect(bench.answers == ["b?", "a?", "b"])
    await bench.store.idle()
  }

  @Test func `interceptors are notified of starts and cancellations in order`() async {
    let bench = Bench(Effect.answering().overlap(.latest))
    let events = bench.notingEvents()
    await bench.ask("a", "b", then: 1)
    let kinds = [
      "started, commit 1", "cancelled, commit 1", "started, commit 2", "ended, commit 2",
    ]
    #expect(events.events == kinds.map { "bench \($0)" })
  }
}
