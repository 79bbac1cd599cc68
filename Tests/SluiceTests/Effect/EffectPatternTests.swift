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

    static let choices = Wrapping<Page, Only, Choice>.case(\.choice, Page.init)
  }

  static let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
  static let ofPick = ActionCase(\Choice.pick)
  static let other = ActionTemplate(id: "Other", payloadType: Int.self)

  /// Effects that answer an action in which a pattern finds the number 1.
  static func forms<Pattern: ActionPattern & CustomStringConvertible>(
    _ pattern: Pattern,
    _ number: @escaping @Sendable (Pattern.Input) -> Int
  ) -> [Form] {
    [
      Form("one action", ["1"]) {
        .on(matching: pattern) { input, _ in Answered("\(number(input))") }
      },
      Form("one action or none", []) {
        .on(matching: pattern) { input, _ in
          number(input) == 1 ? nil : Answered("") as (any Action)?
        }
      },
      Form("many actions", ["1", "b"]) {
        .on(matching: pattern).answers { input, _ in [Answered("\(number(input))"), Failed("b")] }
      },
      Form("nothing", []) { .on(matching: pattern).run { input, _ in _ = number(input) } },
      Form("sent over time", ["1", "end"]) {
        .on(matching: pattern).run { input, _, context in
          context.answer("\(number(input))")
          context.answer("end")
        }
      },
      Form("an action with the state", ["1"]) {
        .on(matching: pattern).seeing(Counting.self).run { input, _, context in
          context.answer("\(number(input) + context.state.count)")
        }
      },
      Form("mapped to one or none", ["1"]) {
        .on(matching: pattern).map { input, _ in
          number(input) == 1 ? Answered("\(number(input))") : nil
        }
      },
      Form("mapped to many", ["1", "the"]) {
        .on(matching: pattern).flatMap { input, catalogue in
          [Answered("\(number(input))"), Answered(catalogue.title)]
        }
      },
    ]
  }

  static let templateForms = forms(pick) { $0.payload }
  static let caseForms = forms(ofPick) { $0 }
  static let typeForms = forms(.any(of: Stop.self, Choice.self)) { ($0 as? Choice)?.pick ?? 0 }

  @Test(arguments: templateForms)
  func `an effect takes the actions of its template and no others`(form: Form) async {
    await form.expectAnswers(to: Self.pick(payload: 1), not: [Self.other(payload: 7)])
  }

  @Test(arguments: caseForms)
  func `an effect takes its case, of what is wrapped if it is lifted, and no other`(
    form: Form
  ) async {
    await form.expectAnswers(to: Choice.pick(1), not: [Choice.name("a"), Choice.reset, Ask("b")])
    await form.expectAnswers(
      to: Page(.pick(1)),
      not: [Choice.pick(7), Page(.name("a"))],
      isLifted: true
    )
  }

  @Test(arguments: typeForms)
  func `an effect takes its types, of what is wrapped if it is lifted, and no others`(
    form: Form
  ) async {
    await form.expectAnswers(to: Choice.pick(1), not: [Ask("b")])
    await form.expectAnswers(to: Page(.pick(1)), not: [Choice.pick(7)], isLifted: true)
  }

  @Test(arguments: [false, true])
  func `what a case receives is the input of keys, predicates and recoveries`(
    isLifted: Bool
  ) async {
    let effect = Effect<Void>.on(matching: ActionCase(\Choice.name)).run { name, _, context in
      context.answer("\(name)?")
      try await context.sleep(for: .seconds(1))
      throw Trouble(name)
    }
    .overlap(.latest, by: \.first)
    .cancelled(matching: Self.ofPick) { number, name in name.count == number }
    .catch { error, context in Answered("\(error)=\(context.input)") }
    let bench = Bench()
    bench.store.register(effect) {
      isLifted ? $0.lift(.state(\Counting.self), action: Page.choices) : $0
    }
    for choice in [Choice.name("a"), .name("bb"), .name("ccc"), .pick(3), .name("aaaa")] {
      await bench.send(isLifted ? Page(choice) : choice)
    }
    await bench.advance(1)
    #expect(bench.answers == ["a?", "bb?", "ccc?", "aaaa?", "bb=bb", "aaaa=aaaa"])
  }

  @Test func `the latest action of a template cancels the run before it, others do not`() async {
    let bench = Bench(
      Effect.on(matching: Self.pick).run { pick, _, context in
        try await context.sleep(for: .seconds(1))
        context.answer("\(pick.payload)")
      }
      .overlap(.latest)
    )
    await bench.send(Self.pick(payload: 1), Self.pick(payload: 2), Self.other(payload: 3), then: 1)
    #expect(bench.answers == ["2"])
  }
}
