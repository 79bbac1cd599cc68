import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct CancellingTests {
  typealias Choice = EffectPatternTests.Choice

  /// Effects that answer "a" of key 1 and "b" of key 2 after a second, unless an action cancels them.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// An action that cancels nothing.
    let other: any Action
    /// The action that cancels; `nil` for restoring a state.
    let cancelling: (any Action)?
    /// What is answered in spite of it.
    let answers: [String]
    let effects: [Effect<Void>]

    init(
      _ title: String,
      _ cancelling: (any Action)?,
      not other: any Action = Touch(),
      answers: [String] = [],
      effects: () -> [Effect<Void>]
    ) {
      testDescription = title
      (self.other, self.cancelling, self.answers) = (other, cancelling, answers)
      self.effects = effects()
    }
  }

  static let examples: [Example] = {
    let answering = Effect.answering()
    let identified = answering.cancellable(id: 7)
    let (reset, other) = (ActionTemplate(id: "Reset"), ActionTemplate(id: "Other"))
    let ofCase = ActionCase(\Choice.reset)
    return [
      Example("a closure", Stop(key: 1), not: Stop(key: 3), answers: ["b"]) {
        [answering.cancelled(by: Stop.self) { stop, ask in stop.key == ask.key }]
      },
      Example("a restored state, and a closure", nil, answers: ["b"]) {
        [answering.cancelled(by: StateRestored.self) { _, ask in ask.key == 1 }]
      },
      Example("a template", reset(), not: other()) { [answering.cancelled(matching: reset)] },
      Example("a template, by id", reset(), not: other()) {
        [identified, .cancel(id: 7, matching: reset)]
      },
      Example("a case", Choice.reset, not: Choice.name("a")) {
        [answering.cancelled(matching: ofCase)]
      },
      Example("a case, by id", Choice.reset, not: Choice.name("a")) {
        [identified, .cancel(id: 7, matching: ofCase)]
      },
      Example("the first of several types", Stop()) {
        [answering.cancelled(matching: .any(of: Stop.self, Choice.self))]
      },
      Example("the second of several types, and a closure", Choice.reset, answers: ["b"]) {
        [answering.cancelled(matching: .any(of: Stop.self, Choice.self)) { _, ask in ask.key == 1 }]
      },
      Example("an effect with work of its own", Stop(), answers: ["stopped"]) {
        [identified, .on(Stop.self) { _, _ in Answered("stopped") }.cancels(id: 7)]
      },
    ]
  }()

  @Test(arguments: examples)
  func `runs are cancelled by the actions that they name, and no others`(example: Example) async {
    let bench = Bench()
    bench.store.register(effects: example.effects, id: "cancellable")
    let asks: [any Action] = [Ask("a", key: 1), Ask("b", key: 2)]
    await bench.sendEach(asks + [example.other])
    await bench.advance(1)
    await bench.sendEach(asks)
    if let action = example.cancelling {
      bench.store.dispatch(action: action)
    } else {
      bench.store.restore(Counting())
    }
    await bench.advance(1)
    #expect(bench.answers.filter { !$0.hasSuffix("?") } == ["a", "b"] + example.answers)
  }

  @Test func `an action cancels runs and pending actions`() async {
    let bench = Bench(Effect.answering().overlap(.serial).cancelled(by: Stop.self, Touch.self))
    await bench.ask("a", "b")
    await bench.send(Stop(), Ask("c"), then: 5)
    await bench.send(Ask("d"), Touch(), then: 5)
    #expect(bench.answers == ["a?", "c?", "c"])
  }

  @Test func `an effect's action may cancel runs before it, and not its own`() async {
    let bench = Bench(
      Effect.answering().cancelled(by: Ask.self) { new, old in new.key == old.key }
    )
    await bench.send(Ask("a", key: 1), Ask("b", key: 2))
    await bench.ask("c", key: 1, then: 1)
    #expect(bench.answers == ["a?", "b?", "c?", "b", "c"])
  }

  @Test func `effects cancel by id what was registered with them`() async {
    let identified = Effect.answering().cancellable(id: "asking")
    let bench = Bench(identified, .cancel(id: "asking", on: Stop.self))
    bench.store.register(effect: identified, id: "apart")
    await bench.ask("a")
    await bench.send(Stop(), then: 1)
    #expect(bench.answers == ["a?", "a?", "a"])
  }

  @Test(arguments: [false, true])
  func `a restored state, as after an undo, cancels a run's task and what is pending`(
    isUndo: Bool
  ) async {
    let history = StateHistory(of: \Counting.self)
    let bench = Bench(
      Effect.answering().cancelled(by: StateRestored.self),
      Effect.echo.debounce(for: .seconds(1)).cancelled(by: StateRestored.self)
    )
    if isUndo { bench.store.register(history: history) }
    await bench.send(Increment(), Ask("a"))
    if isUndo { history.undo() } else { bench.store.restore(Counting(count: 5)) }
    await bench.advance()
    #expect(bench.clock.sleeperCount == 0)
    await bench.advance(5)
    #expect(bench.answers == ["a?"])
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

  /// Effects, and whether an action cancels them as well.
  static let raced: [(effect: ActionEffect<Void, Ask>, isStopped: Bool)] = [
    (Effect.echo.cancelled(by: Stop.self), true),
    (Effect.echo.overlap(.serial).cancelled(by: Stop.self), true),
    (Effect.echo.overlap(.latest, by: { $0.key % 3 }).cancelled(by: Stop.self), true),
    (Effect.echo.overlap(.latest), false),
  ]

  @Test(arguments: raced.indices, [1, 2])
  func `thousands of cancellations race against runs, lose nothing and let no late action in`(
    index: Int,
    threads: Int
  ) async {
    let (effect, isStopped) = Self.raced[index]
    // The pool's threads, not a test's clock: runs race with their cancellers.
    let store = Store<Counting, Void>.counting()
    let (late, lastStop) = (Log<Int>(), Shared(0))
    store.register(
      interceptor: CommitProbe { commit in
        if commit.action is Stop { lastStop.value = commit.number }
        guard commit.action is Answered, let cause = commit.origin.cause else { return }
        if cause.commit < lastStop.value { late.append(commit.number) }
      }
    )
    let events = Shared((started: 0, ended: 0))
    store.register(
      interceptor: EffectProbe<Counting> { event in
        events.change { counts in
          switch event.kind {
          case .started: counts.started += 1
          case .ended, .cancelled: counts.ended += 1
          case .failed: Issue.record("\(event)")
          }
        }
      }
    )
    store.register(effect: effect)
    await Threads.run(threads) { thread in
      for round in 0..<(4_000 / threads) {
        store.dispatch(action: Ask("x", key: round))
        if isStopped, round % threads == thread { store.dispatch(action: Stop()) }
      }
    }
    await store.idle()
    #expect(late.events == [])
    #expect(events.value.started == events.value.ended)
    #expect(events.value.started <= 4_000)
  }
}
