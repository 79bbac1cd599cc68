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
    var stopping: Void? { if case .stopped = self { () } else { nil } }
  }

  enum Whole: Answer, Equatable {
    case part(Part)
    case outer(String)

    var part: Part? { if case .part(let action) = self { action } else { nil } }

    /// What an effect dispatched for its part.
    var answer: String? { if case .part(.answered(let text)) = self { text } else { nil } }

    static func ask(_ text: String) -> Whole { .part(.asked(text)) }
  }

  enum World: Answer {
    case whole(Whole)

    var whole: Whole? { if case .whole(let action) = self { action } else { nil } }
    var answer: String? { whole?.answer }
  }

  let bench = Bench()
  var store: Store<Counting, Void> { bench.store }

  @discardableResult
  func register(_ effects: Effect<Void>...) -> StoreRegistration {
    store.register(feature: Self.feature(effects).lifted(Self.toWhole))
  }

  private static func feature(_ effects: [Effect<Void>]) -> Feature<Counting, Void> {
    effects.reduce(.unique()) { $0.effect($1) }
  }

  static let toWhole = Lift<Counting, Counting>("whole") {
    $0.lift(.state(\.self), action: .case(\Whole.part, Whole.part))
  }

  func dispatch(_ actions: Part...) async {
    await bench.sendEach(actions.map(Whole.part))
  }

  /// Answers a question at once, and a second later.
  static let answering = Effect<Void>.on(matching: ActionCase(\Part.asked)).run {
    text,
    _,
    context in
    context.send(Part.answered("\(text)?"))
    try await context.sleep(for: .seconds(1))
    context.send(Part.answered(text))
  }

  @Test func `a lifted effect takes what is wrapped, and wraps what it dispatches`() async {
    register(
      .on(Part.self) { part, _ in if let text = part.asked { Part.answered(text) } else { nil } },
      .on(Part.self).map { part, _ in part.asked.map { Part.answered($0 + "!") } },
      .on(Part.self).answers { part, _ in part == .stopped ? [Answered("unwrapped")] : [] }
    )
    await dispatch(.asked("a"), .stopped)
    await bench.sendEach(Part.asked("not wrapped"), Whole.outer("other"))
    #expect(bench.answers == ["a!", "a", "unwrapped"])
    #expect(bench.commits.dispatchedActions.count == 7)
  }

  @Test func `a stream is lifted, and ends with its registration`() async {
    let log = Log<String>()
    let registration = register(
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
    registration.unregister()
    await bench.advance()
    #expect(log.events == ["over"])
  }

  @Test func `a lifted run waits for what is wrapped`() async {
    register(
      .on(Part.self).run { part, _, context in
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
    ([answering.overlap(.latest)], Whole.ask("b"), ["a?", "b?", "b"]),
    (
      [
        answering.cancellable(id: "it"),
        Effect.cancel(id: "it", matching: ActionCase(\Part.stopping)),
      ],
      Whole.part(.stopped), ["a?"]
    ),
  ]

  @Test(arguments: cancelled.indices)
  func `a lifted effect is cancelled at the commit, by what is wrapped`(row: Int) async {
    let (effects, canceller, answers) = Self.cancelled[row]
    store.register(feature: Self.feature(effects).lifted(Self.toWhole))
    await bench.sendEach(Whole.ask("a"), Whole.outer("other"), Part.asked("b"), Part.stopped)
    await bench.advance(0.5)
    #expect(store.activity.work.count == 1)
    await bench.send(canceller, then: 1)
    #expect(bench.answers == answers)
  }

  @Test func `an effect is lifted twice`() async {
    store.register(
      feature: Feature.unique().effect(Self.answering).lifted(Self.toWhole)
        .lift(.state(\.self), action: .case(\World.whole, World.whole))
    )
    await bench.send(World.whole(.ask("a")), then: 1)
    #expect(bench.answers == ["a?", "a"])
  }

  @Test func `a template keeps its id when its effect is lifted`() async {
    struct Wrapped: Action { var action: AnonymousAction<Int>? }
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let drop = ActionTemplate(id: "Drop", payloadType: Int.self)
    let picking = Effect<Void>.on(matching: pick) { pick, _ in drop(payload: pick.payload * 10) }
    store.register(picking) {
      $0.lift(.state(\Counting.self), action: .case(\Wrapped.action) { Wrapped(action: $0) })
    }
    await bench.sendEach(Wrapped(action: pick(payload: 7)), Wrapped(action: drop(payload: 8)))
    let payloads = bench.commits.actions(ofType: Wrapped.self).map(\.action?.payload)
    #expect(payloads == [7, 70, 8])
  }
}
