import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of actions that are made from templates; another template of the same payload is not
/// meant.
@Suite(.inTurn)
struct EffectTemplateTests {
  static let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
  static let other = ActionTemplate(id: "Other", payloadType: Int.self)
  static let reset = ActionTemplate(id: "Reset")

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let effect: Effect<Void>
    let answers: [String]
  }

  static let cases = [
    Case(
      testDescription: "one action",
      effect: .on(pick) { action, _ in Answered(name: "\(action.payload)") },
      answers: ["1"]
    ),
    Case(
      testDescription: "one action or none",
      effect: .on(pick) { action, _ in
        action.payload == 1 ? nil : Answered(name: "") as (any Action)?
      },
      answers: []
    ),
    Case(
      testDescription: "many actions",
      effect: .on(pick) { _, _ in [Answered(name: "a"), Answered(name: "b")] },
      answers: ["a", "b"]
    ),
    Case(
      testDescription: "nothing",
      effect: .on(pick) { action, _ in _ = action.payload },
      answers: []
    ),
    Case(
      testDescription: "sent over time",
      effect: .on(pick) { action, _, context in
        context.send(Answered(name: "\(action.payload)"))
        context.send(Answered(name: "end"))
      },
      answers: ["1", "end"]
    ),
    Case(
      testDescription: "mapped to one",
      effect: .map(pick) { Answered(name: "\($0.payload)") },
      answers: ["1"]
    ),
    Case(
      testDescription: "mapped to one or none with the environment",
      effect: .map(pick) { action, _ in
        action.payload == 1 ? Answered(name: "\(action.payload)") : nil
      },
      answers: ["1"]
    ),
    Case(
      testDescription: "mapped to many",
      effect: .map(pick) { [Answered(name: "\($0.payload)"), Answered(name: "2")] },
      answers: ["1", "2"]
    ),
    Case(
      testDescription: "mapped to many with the environment",
      effect: .map(pick) { action, _ in
        [Answered(name: "\(action.payload)"), Answered(name: "2")]
      },
      answers: ["1", "2"]
    ),
  ]

  @Test(arguments: cases)
  func `an effect takes the actions of its template and no others`(example: Case) async {
    let bench = Bench(example.effect)
    bench.store.dispatch(action: Self.other(payload: 7))
    await bench.store.idle()
    #expect(bench.answers == [])
    bench.store.dispatch(action: Self.pick(payload: 1))
    await bench.store.idle()
    #expect(bench.answers == example.answers)
  }

  @Test func `the latest action of a template cancels the run before it, others do not`() async {
    let bench = Bench(
      Effect.on(Self.pick) { action, _, context in
        try await context.sleep(for: .seconds(1))
        context.send(Answered(name: "\(action.payload)"))
      }
      .overlap(.latest)
    )
    bench.store.dispatch(action: Self.pick(payload: 1))
    bench.store.dispatch(action: Self.pick(payload: 2))
    bench.store.dispatch(action: Self.other(payload: 3))
    await bench.advance(1)
    #expect(bench.answers == ["2"])
  }

  @Test func `a template cancels by id`() async {
    let bench = Bench(
      Effect.answering().cancellable(id: "asking"),
      .cancel(id: "asking", on: Self.reset)
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: ActionTemplate(id: "Another")())
    await bench.advance()
    bench.store.dispatch(action: Self.reset())
    await bench.advance(1)
    #expect(bench.answers == ["a?"])
  }

  @Test func `a run waits for an action of a template`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        let pick = try await context.next(Self.pick)
        context.send(Answered(name: "\(pick.payload)"))
      }
    )
    bench.ask("a")
    bench.store.dispatch(action: Self.other(payload: 1))
    bench.store.dispatch(action: Self.pick(payload: 2))
    await bench.store.idle()
    #expect(bench.answers == ["2"])
  }
}
