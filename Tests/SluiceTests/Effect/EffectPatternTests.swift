import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of patterns: templates, of which another with the same payload is not meant, cases of an
/// enum, and several types.
@Suite(.inTurn) struct EffectPatternTests {
  enum Choice: Action {
    case pick(Int)
    case name(String)
    case reset
    var pick: Int? { if case .pick(let number) = self { number } else { nil } }
    var name: String? { if case .name(let name) = self { name } else { nil } }
    var reset: Void? { if case .reset = self { () } else { nil } }
  }

  /// Wraps choices.
  struct Page: Action {
    var choice: Choice?
    init(_ choice: Choice) { self.choice = choice }
  }

  static let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
  static let ofPick = ActionCase(\Choice.pick)
  static let other = ActionTemplate(id: "Other", payloadType: Int.self)

  /// Effects that answer `pick(payload: 1)`.
  static let templates = [
    Form("one action", ["1"]) { .on(matching: pick) { pick, _ in Answered("\(pick.payload)") } },
    Form("one action or none", []) {
      .on(matching: pick) { pick, _ in pick.payload == 1 ? nil : Answered("") as (any Action)? }
    },
    Form("many actions", ["a", "b"]) {
      .on(matching: pick) { _, _ in [Answered("a"), Answered("b")] }
    },
    Form("nothing", []) { .on(matching: pick) { pick, _ in _ = pick.payload } },
    Form("sent over time", ["1", "end"]) {
      .on(matching: pick) { pick, _, context in
        context.answer("\(pick.payload)")
        context.answer("end")
      }
    },
    Form("mapped to one", ["1"]) { .map(matching: pick) { Answered("\($0.payload)") } },
    Form("mapped to one or none with the environment", ["1"]) {
      .map(matching: pick) { pick, _ in pick.payload == 1 ? Answered("\(pick.payload)") : nil }
    },
    Form("mapped to many", ["1", "2"]) {
      .map(matching: pick) { [Answered("\($0.payload)"), Answered("2")] }
    },
    Form("mapped to many with the environment", ["1", "the"]) {
      .map(matching: pick) { pick, catalogue in
        [Answered("\(pick.payload)"), Answered(catalogue.title)]
      }
    },
  ]

  /// Effects that answer `Choice.pick(1)`.
  static let cases = [
    Form("one action", ["1"]) { .on(matching: ofPick) { number, _ in Answered("\(number)") } },
    Form("several actions, after what was sent", ["1", "2", "3"]) {
      .on(matching: ofPick) { number, _, context in
        context.answer("\(number)")
        return [Answered("\(number + 1)"), Failed("3")]
      }
    },
    Form("an action with the state", ["1"]) {
      .on(matching: ofPick, state: Counting.self) { number, _, context in
        Answered("\(number + context.state.count)")
      }
    },
    Form("nothing", []) { .on(matching: ofPick) { number, _ in _ = number } },
    Form("mapped", ["1"]) { .map(matching: ofPick) { Answered("\($0)") } },
    Form("one of several types", ["1"]) {
      .on(matching: .any(of: Stop.self, Choice.self)) { action, _ in
        (action as? Choice)?.pick.map { Answered("\($0)") }
      }
    },
    Form("one of several types, mapped", ["1", "2"]) {
      .map(matching: .any(of: Stop.self, Choice.self)) { action, _ in
        (action as? Choice)?.pick.map { [Answered("\($0)"), Failed("2")] } ?? []
      }
    },
  ]

  @Test(arguments: templates)
  func `an effect takes the actions of its template and no others`(form: Form) async {
    await form.expectAnswers(to: Self.pick(payload: 1), not: [Self.other(payload: 7)])
  }

  @Test(arguments: cases)
  func `an effect takes its case, or its types, and no other action`(form: Form) async {
    await form.expectAnswers(to: Choice.pick(1), not: [Choice.name("a"), Choice.reset, Ask("b")])
  }

  @Test(arguments: cases)
  func `a lifted effect takes its case, or its types, of the wrapped action`(form: Form) async {
    await form.expectAnswers(
      to: Page(.pick(1)),
      not: [Choice.pick(7), Page(.name("a"))],
      lifted: Self.lifted
    )
  }

  private static func lifted<Environment>(_ effect: Effect<Environment>) -> Effect<Environment> {
    effect.lift(
      action: { (page: Page) in page.choice },
      embed: { (choice: Choice) in Page(choice) }
    )
  }

  @Test(arguments: [false, true])
  func `what a case receives is the input of keys, predicates and recoveries`(
    isLifted: Bool
  ) async {
    let effect = Effect<Void>.on(matching: ActionCase(\Choice.name)) { name, _, context in
      context.answer("\(name)?")
      try await context.sleep(for: .seconds(1))
      throw Trouble(name)
    }
    .overlap(.latest, by: \.first)
    .cancelled(matching: Self.ofPick) { number, name in name.count == number }
    .catch { error, name in Answered("\(error)=\(name)") }
    let bench = Bench(isLifted ? Self.lifted(effect) : effect)
    for choice in [Choice.name("a"), .name("bb"), .name("ccc"), .pick(3), .name("aaaa")] {
      await bench.send(isLifted ? Page(choice) : choice)
    }
    await bench.advance(1)
    #expect(bench.answers == ["a?", "bb?", "ccc?", "aaaa?", "bb=bb", "aaaa=aaaa"])
  }

  @Test func `the latest action of a template cancels the run before it, others do not`() async {
    let bench = Bench(
      Effect.on(matching: Self.pick) { pick, _, context in
        try await context.sleep(for: .seconds(1))
        context.answer("\(pick.payload)")
      }
      .overlap(.latest)
    )
    await bench.send(Self.pick(payload: 1), Self.pick(payload: 2), Self.other(payload: 3), then: 1)
    #expect(bench.answers == ["2"])
  }
}
