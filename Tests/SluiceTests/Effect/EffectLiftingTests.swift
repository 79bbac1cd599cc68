import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of a part whose actions are an enum, in a whole whose actions are another.
@Suite(.inTurn) struct EffectLiftingTests {
  enum Part: Action, Equatable {
    case asked(String)
    case answered(String)
    case stopped

    var asked: String? { if case .asked(let text) = self { text } else { nil } }
  }

  struct Question: Action, Equatable { let text: String }

  enum Whole: Answer, Equatable {
    case part(Part)
    case question(Question)
    case stop(Stop)
    case outer(String)

    var part: Part? { if case .part(let action) = self { action } else { nil } }
    var question: Question? { if case .question(let action) = self { action } else { nil } }
    var stop: Stop? { if case .stop(let action) = self { action } else { nil } }

    /// What an effect dispatched for its part.
    var answer: String? { if case .part(.answered(let text)) = self { text } else { nil } }

    static func ask(_ text: String) -> Whole { .question(Question(text: text)) }
  }

  enum World: Answer {
    case whole(Whole)

    var whole: Whole? { if case .whole(let action) = self { action } else { nil } }
    var answer: String? { whole?.answer }
  }

  let bench = Bench()
  var store: Store<Counting, Void> { bench.store }

  func register(_ effects: Effect<Void>...) {
    let lifted = effects.map { $0.lift(action: \Whole.part, embed: Whole.part) }
    store.register(effects: lifted, id: "lifted")
  }

  func dispatch(_ actions: Part...) async {
    await bench.sendEach(actions.map(Whole.part))
  }

  /// Answers a question at once, and a second later.
  static let answering = Effect<Void>.on(Question.self) { question, _, context in
    context.send(Part.answered("\(question.text)?"))
    try await context.sleep(for: .seconds(1))
    context.send(Part.answered(question.text))
  }

  @Test func `a lifted effect takes what is wrapped, and wraps what it dispatches`() async {
    register(
      .on(Part.self) { part, _ in if let text = part.asked { Part.answered(text) } else { nil } },
      .map(Part.self) { part in part.asked.map { Part.answered($0 + "!") } },
      .on(Part.self) { part, _ in part == .stopped ? [Answered("unwrapped")] : [] }
    )
    await dispatch(.asked("a"), .stopped)
    await bench.sendEach(Part.asked("not wrapped"), Whole.outer("other"))
    #expect(bench.answers == ["a!", "a", "unwrapped"])
    #expect(bench.commits.dispatchedActions.count == 7)
  }

  @Test func `a stream is lifted, and ends with its registration`() async {
    let log = Log<String>()
    register(
      .dispatchingOne { actions, _ in
        actions.ofType(Part.self).compactMap { $0.asked.map(Part.answered) }
      },
      .nonDispatching { actions, _ in
        for await action in actions where !(action is Part) { log.append("\(action)") }
        log.append("over")
      }
    )
    await bench.sendEach(Whole.outer("other"), Touch(), Whole.part(.asked("a")))
    #expect(bench.answers == ["a"])
    store.unregisterEffects(withID: "lifted")
    await bench.advance()
    #expect(log.events == ["over"])
  }

  @Test func `a lifted run waits for what is wrapped`() async {
    register(
      .on(Part.self) { part, _, context in
        guard part == .asked("a") else { return }
        context.send(Part.answered("\(try await context.next(Part.self))"))
        let next = try await context.next(Part.self, where: { $0.asked == "c" })
        context.send(Part.answered("\(next)"))
      }
    )
    await dispatch(.asked("a"))
    await bench.sendEach(Part.asked("not wrapped"), Whole.outer("other"))
    await dispatch(.stopped, .asked("b"), .asked("c"))
    #expect(bench.answers == ["stopped", "asked(\"c\")"])
  }

  /// Effects that answer a question "a", the action that cancels, and what is answered.
  static let cancelled: [(effects: [Effect<Void>], by: any Action, answers: [String])] = [
    (
      [answering.overlap(.latest).lift(action: \Whole.question, embed: Whole.part)],
      Whole.ask("b"), ["a?", "b?", "b"]
    ),
    // Later modifiers know the whole's actions.
    (
      [answering.lift(action: \Whole.question, embed: Whole.part).cancelled(by: Touch.self)],
      Touch(), ["a?"]
    ),
    (
      [
        answering.cancellable(id: "it").lift(action: \Whole.question, embed: Whole.part),
        Effect.cancel(id: "it", on: Stop.self).lift(action: \Whole.stop, embed: Whole.part),
      ],
      Whole.stop(Stop()), ["a?"]
    ),
  ]

  @Test(arguments: cancelled.indices)
  func `a lifted effect is cancelled at the commit, by what is wrapped`(row: Int) async {
    let (effects, canceller, answers) = Self.cancelled[row]
    store.register(effects: effects)
    await bench.sendEach(Whole.ask("a"), Whole.outer("other"), Question(text: "b"), Stop())
    await bench.advance(0.5)
    #expect(store.activity.work.count == 1)
    await bench.send(canceller, then: 1)
    #expect(bench.answers == answers)
  }

  @Test func `an effect is lifted twice`() async {
    store.register(
      effect: Self.answering.lift(action: \Whole.question, embed: Whole.part)
        .lift(action: \World.whole, embed: World.whole)
    )
    await bench.send(World.whole(.ask("a")), then: 1)
    #expect(bench.answers == ["a?", "a"])
  }

  @Test func `a template keeps its id when its effect is lifted`() async {
    struct Wrapped: Answer {
      var action: AnonymousAction<Int>?
      var answer: String?
    }
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let drop = ActionTemplate(id: "Drop", payloadType: Int.self)
    let picking = Effect<Void>.on(matching: pick) { pick, _ in Answered("\(pick.payload)") }
    store.register(
      effect: picking.lift(
        action: { (wrapped: Wrapped) in wrapped.action },
        embed: { (answered: Answered) in Wrapped(answer: answered.name) }
      )
    )
    await bench.sendEach(Wrapped(action: pick(payload: 7)), Wrapped(action: drop(payload: 8)))
    #expect(bench.commits.actions(ofType: Wrapped.self).compactMap(\.answer) == ["7"])
  }

  @Test func `a lifted effect runs alone`() async throws {
    let whole = Self.answering.lift(action: \Whole.question, embed: Whole.part)
    let actions = try await EffectRunner.run(
      whole,
      with: Whole.outer("other"),
      Whole.ask("a"),
      expectedCount: 2
    )
    #expect(actions.map { $0 as? Whole } == [.part(.answered("a?")), .part(.answered("a"))])
    let error = await #expect(throws: ExpectationFailure.self) {
      try await FailureReporting.$throwsAlways.withValue(true) {
        try await EffectRunner.run(whole, with: Whole.outer("other"))
      }
    }
    let reason = "the effect answers Question in Whole, and was given Whole"
    #expect(error?.description.contains(reason) == true)
  }
}
