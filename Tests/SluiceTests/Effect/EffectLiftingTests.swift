import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of a part whose actions are an enum, in a whole whose actions are another.
@Suite(.inTurn)
struct EffectLiftingTests {
  enum Part: Action, Equatable {
    case asked(String)
    case answered(String)
    case stopped
  }

  struct Question: Action, Equatable { let text: String }

  enum Whole: Action, Equatable {
    case part(Part)
    case question(Question)
    case stop(Stop)
    case outer(String)

    var part: Part? { if case .part(let action) = self { action } else { nil } }
    var question: Question? { if case .question(let action) = self { action } else { nil } }
    var stop: Stop? { if case .stop(let action) = self { action } else { nil } }
  }

  enum World: Action {
    case whole(Whole)

    var whole: Whole? { if case .whole(let action) = self { action } else { nil } }
  }

  let clock = TestClock()
  let store: Store<Counting, Void>
  let commits: TestInterceptor<Counting>

  init() {
    store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    commits = store.watched()
  }

  func register(_ effects: Effect<Void>...) {
    let lifted = effects.map { $0.lift(action: \Whole.part, embed: Whole.part) }
    store.register(effects: lifted, id: "lifted")
  }

  func dispatch(_ actions: Part...) async {
    for action in actions { store.dispatch(action: Whole.part(action)) }
    await clock.advance()
  }

  /// What the effects dispatched for their part.
  var answers: [String] {
    commits.actions(ofType: Whole.self).compactMap { action in
      if case .part(.answered(let text)) = action { text } else { nil }
    }
  }

  /// Answers a question at once, and a second later.
  static let answering = Effect<Void>.on(Question.self) { action, _, context in
    context.send(Part.answered("\(action.text)?"))
    try await context.sleep(for: .seconds(1))
    context.send(Part.answered(action.text))
  }

  @Test func `a lifted effect takes what is wrapped, and wraps what it dispatches`() async {
    register(
      .on(Part.self) { action, _ in
        if case .asked(let text) = action { Part.answered(text) } else { nil }
      },
      .map(Part.self) { action in
        if case .asked(let text) = action { Part.answered(text + "!") } else { nil }
      },
      .on(Part.self) { action, _ in action == .stopped ? [Ask(name: "unwrapped")] : [] }
    )
    await dispatch(.asked("a"), .stopped)
    store.dispatch(action: Part.asked("not wrapped"))
    store.dispatch(action: Whole.outer("other"))
    await clock.advance()
    #expect(answers.sorted() == ["a", "a!"])
    #expect(commits.actions(ofType: Part.self).count == 1)
    #expect(commits.actions(ofType: Ask.self).map(\.name) == ["unwrapped"])
  }

  @Test func `a stream is lifted, and ends with its registration`() async throws {
    let over = Log<Bool>()
    register(
      .dispatchingOne { actions, _ in
        actions.ofType(Part.self).compactMap { action in
          if case .asked(let text) = action { Part.answered(text) } else { nil }
        }
      },
      .nonDispatching { actions, _ in
        for await action in actions where !(action is Part) { over.append(false) }
        over.append(true)
      }
    )
    store.dispatch(action: Whole.outer("other"))
    store.dispatch(action: Touch())
    await dispatch(.asked("a"))
    #expect(answers == ["a"])
    store.unregisterEffects(withID: "lifted")
    try await over.wait(forCount: 1)
    #expect(over.events == [true])
  }

  @Test func `a lifted run waits for what is wrapped`() async {
    register(
      .on(Part.self) { action, _, context in
        guard case .asked = action else { return }
        while case let next = try await context.next(Part.self) {
          guard case .asked(let text) = next else { continue }
          context.send(Part.answered(text))
        }
      }
    )
    await dispatch(.asked("a"))
    store.dispatch(action: Part.asked("not wrapped"))
    store.dispatch(action: Whole.outer("other"))
    await dispatch(.asked("b"))
    #expect(answers == ["b"])
    store.cancelEverything()
  }

  @Test func `a lifted effect is cancelled at the commit, and by a predicate of wrapped actions`()
    async
  {
    store.register(
      effects: [
        Self.answering.overlap(.latest).lift(action: \Whole.question, embed: Whole.part),
        Effect.on(Part.self) { action, _, context in
          guard case .asked = action else { return }
          try await context.sleep(for: .seconds(2))
          context.send(Part.answered("late \(action)"))
        }
        .cancelled(by: Part.self) { canceller, trigger in
          canceller == .stopped && trigger == .asked("b")
        }
        .lift(action: \Whole.part, embed: Whole.part),
      ]
    )
    store.dispatch(action: Whole.question(Question(text: "a")))
    await clock.advance()
    store.dispatch(action: Whole.outer("other"))
    store.dispatch(action: Question(text: "not wrapped"))
    await clock.advance(by: .seconds(0.5))
    #expect(store.activity.work.count == 1)
    store.dispatch(action: Whole.question(Question(text: "b")))
    await clock.advance(by: .seconds(1))
    #expect(answers == ["a?", "b?", "b"])
    await dispatch(.asked("a"), .asked("b"), .stopped)
    await clock.advance(by: .seconds(2))
    #expect(answers.dropFirst(3) == ["late asked(\"a\")"])
  }

  @Test func `lifted effects cancel one another by id`() async {
    store.register(
      effects: [
        Self.answering.cancellable(id: "it").lift(action: \Whole.question, embed: Whole.part),
        Effect.cancel(id: "it", on: Stop.self).lift(action: \Whole.stop, embed: Whole.part),
      ]
    )
    store.dispatch(action: Whole.question(Question(text: "a")))
    store.dispatch(action: Whole.outer("other"))
    store.dispatch(action: Stop())
    await clock.advance(by: .seconds(0.5))
    #expect(store.activity.work.count == 1)
    store.dispatch(action: Whole.stop(Stop()))
    await clock.advance(by: .seconds(1))
    #expect(answers == ["a?"])
  }

  @Test func `keys, overlap and recovery are lifted, and later modifiers know the whole's actions`()
    async
  {
    let perText = Effect<Void>.on(Part.self) { action, _, context in
      guard case .asked(let text) = action else { return }
      try await context.sleep(for: .seconds(1))
      if text == "bad" { throw Trouble(description: "bad") }
      context.send(Part.answered(text))
    }
    .overlap(.first, by: { "\($0)" })
    .catch { error, action in Part.answered("\(error): \(action)") }
    store.register(
      effect: perText.lift(action: \Whole.part, embed: Whole.part).cancelled(by: Stop.self)
    )
    await dispatch(.asked("a"), .asked("a"), .asked("b"), .asked("bad"))
    await clock.advance(by: .seconds(1))
    #expect(answers.sorted() == ["a", "b", "bad: asked(\"bad\")"])
    await dispatch(.asked("c"))
    store.dispatch(action: Stop())
    await clock.advance(by: .seconds(1))
    #expect(answers.count == 3)
  }

  @Test func `a template keeps its id when its effect is lifted twice`() async {
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let drop = ActionTemplate(id: "Drop", payloadType: Int.self)
    let picking = Effect<Void>.on(matching: pick) { action, _ in Part.answered("\(action.payload)")
    }
    store.register(
      effects: [
        Self.answering.lift(action: \Whole.question, embed: Whole.part)
          .lift(action: \World.whole, embed: World.whole),
        picking.lift(
          action: { (wrapped: Wrapped) in wrapped.action },
          embed: { (answer: Part) in Wrapped(action: pick(payload: 0), answer: answer) }
        ),
      ]
    )
    store.dispatch(action: World.whole(.question(Question(text: "a"))))
    store.dispatch(action: Wrapped(action: pick(payload: 7)))
    store.dispatch(action: Wrapped(action: drop(payload: 8)))
    await clock.advance(by: .seconds(1))
    let worlds = commits.actions(ofType: World.self).compactMap(\.whole?.part)
    #expect(worlds == [.answered("a?"), .answered("a")])
    // What it answered wraps a pick again, which is answered, and so on: zero ends it here.
    #expect(
      commits.actions(ofType: Wrapped.self).first { $0.answer != nil }?.answer == .answered("7")
    )
    store.cancelEverything()
  }

  struct Wrapped: Action {
    var action: AnonymousAction<Int>?
    var answer: Part?

    init(action: AnonymousAction<Int>, answer: Part? = nil) {
      self.action = answer == nil ? action : nil
      self.answer = answer
    }
  }

  @Test func `a lifted effect runs alone`() async throws {
    let whole = Self.answering.lift(action: \Whole.question, embed: Whole.part)
    let actions = try await EffectRunner.run(
      whole,
      with: Whole.outer("other"),
      Whole.question(Question(text: "a")),
      expectedCount: 2
    )
    #expect(actions.map { $0 as? Whole } == [.part(.answered("a?")), .part(.answered("a"))])
    let error = await #expect(throws: ExpectationFailure.self) {
      try await FailureReporting.$throwsAlways.withValue(true) {
        try await EffectRunner.run(whole, with: Whole.outer("other"))
      }
    }
    #expect(
      error?.description.contains("the effect answers Question in Whole, and was given Whole")
        == true
    )
  }
}

extension Store {
  /// Cancels the runs of all effects.
  fileprivate final func cancelEverything() { unregisterEffects(withID: "lifted") }
}
