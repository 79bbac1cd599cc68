import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct CancellingTests {
  typealias Choice = EffectPatternTests.Choice

  /// Effects that answer "a" of key 1 and "b" of key 2 after a second, unless an action cancels them.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let effects: [Effect<Void>]
    /// An action that cancels nothing.
    let other: any Action
    /// The action that cancels; `nil` for restoring a state.
    let cancelling: (any Action)?
    /// What is answered in spite of it.
    var answers: [String] = []
  }

  static let examples: [Example] = {
    let answering = Effect.answering()
    let identified = answering.cancellable(id: 7)
    let (reset, other) = (ActionTemplate(id: "Reset"), ActionTemplate(id: "Other"))
    let ofCase = ActionCase(\Choice.reset)
    return [
      Example(
        testDescription: "a closure",
        effects: [answering.cancelled(by: Stop.self) { stop, ask in stop.key == ask.key }],
        other: Stop(key: 3),
        cancelling: Stop(key: 1),
        answers: ["b"]
      ),
      Example(
        testDescription: "a restored state, and a closure",
        effects: [answering.cancelled(by: StateRestored.self) { _, ask in ask.key == 1 }],
        other: Touch(),
        cancelling: nil,
        answers: ["b"]
      ),
      Example(
        testDescription: "a template",
        effects: [answering.cancelled(matching: reset)],
        other: other(),
        cancelling: reset()
      ),
      Example(
        testDescription: "a template, by id",
        effects: [identified, .cancel(id: 7, matching: reset)],
        other: other(),
        cancelling: reset()
      ),
      Example(
        testDescription: "a case",
        effects: [answering.cancelled(matching: ofCase)],
        other: Choice.name("a"),
        cancelling: Choice.reset
      ),
      Example(
        testDescription: "a case, by id",
        effects: [identified, .cancel(id: 7, matching: ofCase)],
        other: Choice.name("a"),
        cancelling: Choice.reset
      ),
      Example(
        testDescription: "the first of several types",
        effects: [answering.cancelled(matching: .any(of: Stop.self, Choice.self))],
        other: Touch(),
        cancelling: Stop()
      ),
      Example(
        testDescription: "the second of several types, and a closure",
        effects: [
          answering.cancelled(matching: .any(of: Stop.self, Choice.self)) { _, ask in ask.key == 1 }
        ],
        other: Touch(),
        cancelling: Choice.reset,
        answers: ["b"]
      ),
      Example(
        testDescription: "an effect with work of its own",
        effects: [identified, .on(Stop.self) { _, _ in Answered(name: "stopped") }.cancels(id: 7)],
        other: Touch(),
        cancelling: Stop(),
        answers: ["stopped"]
      ),
    ]
  }()

  @Test(arguments: examples)
  func `runs are cancelled by the actions that they name, and no others`(example: Example) async {
    let bench = Bench()
    bench.store.register(effects: example.effects, id: "cancellable")
    func ask() async {
      bench.ask("a", key: 1)
      bench.ask("b", key: 2)
      await bench.advance()
    }
    await ask()
    bench.store.dispatch(action: example.other)
    await bench.advance(1)
    await ask()
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
    bench.ask("a", "b")
    await bench.advance()
    bench.store.dispatch(action: Stop())
    bench.ask("c")
    await bench.advance(5)
    #expect(bench.answers == ["a?", "c?", "c"])
    bench.ask("d")
    bench.store.dispatch(action: Touch())
    await bench.advance(5)
    // Its first word may have come before it was cancelled; its answer may not.
    #expect(bench.answers.prefix(3) == ["a?", "c?", "c"])
    #expect(!bench.answers.contains("d"))
  }

  @Test func `an effect's action may cancel runs before it, and not its own`() async {
    let bench = Bench(
      Effect.answering().cancelled(by: Ask.self) { new, old in new.key == old.key }
    )
    bench.ask("a", key: 1)
    bench.ask("b", key: 2)
    await bench.advance()
    bench.ask("c", key: 1)
    await bench.advance(1)
    #expect(bench.answers == ["a?", "b?", "c?", "b", "c"])
  }

  @Test func `effects cancel by id what was registered with them`() async {
    let cancel = Effect<Void>.cancel(id: "asking", on: Stop.self)
    let bench = Bench(Effect.answering().cancellable(id: "asking"), cancel)
    bench.store.register(effect: Effect.answering().cancellable(id: "asking"), id: "apart")
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Stop())
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a?", "a"])
  }

  @Test func `a debounced action is cancelled while it waits`() async {
    let bench = Bench(Effect.echo.debounce(for: .seconds(1)).cancelled(by: Stop.self))
    bench.ask("a")
    bench.store.dispatch(action: Stop())
    await bench.store.idle()
    await bench.advance()
    #expect(bench.clock.sleeperCount == 0)
    await bench.advance(2)
    #expect(bench.answers == [])
  }

  @Test func `interceptors are notified of starts and cancellations in order`() async {
    let bench = Bench(Effect.answering().overlap(.latest))
    let events = Log<String>()
    bench.store.register(
      interceptor: EffectProbe<Counting> { events.append("\($0.kind) \($0.commit ?? 0)") }
    )
    bench.ask("a", "b")
    await bench.advance(1)
    #expect(events.events.first == "started 1")
    // The second action is commit 2 or, when the first run has said something before, commit 3.
    let kinds = events.events.dropFirst().compactMap { $0.split(separator: " ").first }
    #expect(events.events.dropFirst().first == "cancelled 1")
    #expect(kinds == ["cancelled", "started", "ended"])
  }

  @Test func `2,000 rounds of an action and its cancellation reduce no late action`() async throws {
    for effect in [
      Effect.echo.cancelled(by: Stop.self),
      Effect.echo.overlap(.serial).cancelled(by: Stop.self),
    ] {
      // The pool's threads, not a test's clock: runs race with their cancellers.
      let store = Store<Counting, Void>.counting()
      let wrong = Log<Int>()
      let last = Shared(0)
      store.register(
        interceptor: CommitProbe { commit in
          if commit.action is Stop { last.value = commit.number }
          if commit.action is Answered, let cause = commit.origin.cause?.commit,
            cause < last.value
          {
            wrong.append(commit.number)
          }
        }
      )
      store.register(effect: effect)
      for round in 0..<2_000 {
        store.dispatch(action: Ask(name: "x", key: round))
        store.dispatch(action: Stop())
      }
      await store.idle()
      #expect(wrong.events == [])
    }
  }

  @Test(arguments: [true, false])
  func `thousands of cancellations race against completions and lose nothing`(
    _ isLatest: Bool
  ) async {
    let store = Store<Counting, Void>.counting()
    let events = Shared([0, 0, 0])
    store.register(
      interceptor: EffectProbe<Counting> { event in
        events.change { counts in
          switch event.kind {
          case .started: counts[0] += 1
          case .ended: counts[1] += 1
          case .cancelled: counts[2] += 1
          case .failed: counts[2] += 1_000_000
          }
        }
      }
    )
    store.register(
      effect: isLatest
        ? Effect.echo.overlap(.latest)
        : Effect.echo.overlap(.latest, by: { $0.key % 3 }).cancelled(by: Stop.self)
    )
    await Threads.run(2) { thread in
      for round in 0..<2_000 {
        store.dispatch(action: Ask(name: "x", key: round))
        if !isLatest, round % 2 == thread { store.dispatch(action: Stop()) }
      }
    }
    await store.idle()
    let counts = events.value
    #expect(counts[0] == counts[1] + counts[2], "\(counts)")
    #expect(counts[0] <= 4_000)
  }
}
