import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of patterns: templates, of which another with the same payload is not meant, cases of an
/// enum, and several types.
@Suite(.inTurn)
struct EffectPatternTests {
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
  static let other = ActionTemplate(id: "Other", payloadType: Int.self)

  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let effect: Effect<Void>
    let answers: [String]
  }

  static let cases = [
    Example(
      testDescription: "one action",
      effect: .on(matching: pick) { action, _ in Answered(name: "\(action.payload)") },
      answers: ["1"]
    ),
    Example(
      testDescription: "one action or none",
      effect: .on(matching: pick) { action, _ in
        action.payload == 1 ? nil : Answered(name: "") as (any Action)?
      },
      answers: []
    ),
    Example(
      testDescription: "many actions",
      effect: .on(matching: pick) { _, _ in [Answered(name: "a"), Answered(name: "b")] },
      answers: ["a", "b"]
    ),
    Example(
      testDescription: "nothing",
      effect: .on(matching: pick) { action, _ in _ = action.payload },
      answers: []
    ),
    Example(
      testDescription: "sent over time",
      effect: .on(matching: pick) { action, _, context in
        context.send(Answered(name: "\(action.payload)"))
        context.send(Answered(name: "end"))
      },
      answers: ["1", "end"]
    ),
    Example(
      testDescription: "mapped to one",
      effect: .map(matching: pick) { Answered(name: "\($0.payload)") },
      answers: ["1"]
    ),
    Example(
      testDescription: "mapped to one or none with the environment",
      effect: .map(matching: pick) { action, _ in
        action.payload == 1 ? Answered(name: "\(action.payload)") : nil
      },
      answers: ["1"]
    ),
    Example(
      testDescription: "mapped to many",
      effect: .map(matching: pick) { [Answered(name: "\($0.payload)"), Answered(name: "2")] },
      answers: ["1", "2"]
    ),
    Example(
      testDescription: "mapped to many with the environment",
      effect: .map(matching: pick) { action, _ in
        [Answered(name: "\(action.payload)"), Answered(name: "2")]
      },
      answers: ["1", "2"]
    ),
  ]

  /// Effects of a case, which answer `pick(1)`, and of several types.
  static let others = [
    Example(
      testDescription: "one action",
      effect: .on(matching: ActionCase(\Choice.pick)) { number, _ in Answered(name: "\(number)") },
      answers: ["1"]
    ),
    Example(
      testDescription: "several actions, after what was sent",
      effect: .on(matching: ActionCase(\Choice.pick)) { number, _, context in
        context.send(Answered(name: "\(number)"))
        return [Answered(name: "\(number + 1)"), Stop()]
      },
      answers: ["1", "2"]
    ),
    Example(
      testDescription: "an action with the state",
      effect: .on(matching: ActionCase(\Choice.pick), state: Counting.self) { number, _, context in
        Answered(name: "\(number + context.state.count)")
      },
      answers: ["1"]
    ),
    Example(
      testDescription: "nothing",
      effect: .on(matching: ActionCase(\Choice.pick)) { number, _ in _ = number },
      answers: []
    ),
    Example(
      testDescription: "mapped",
      effect: .map(matching: ActionCase(\Choice.pick)) { Answered(name: "\($0)") },
      answers: ["1"]
    ),
    Example(
      testDescription: "one of several types",
      effect: .on(matching: .any(of: Stop.self, Choice.self)) { action, _ in
        (action as? Choice)?.pick.map { Answered(name: "\($0)") }
      },
      answers: ["1"]
    ),
    Example(
      testDescription: "one of several types, mapped",
      effect: .map(matching: .any(of: Stop.self, Choice.self)) { action, _ in
        (action as? Choice)?.pick.map { [Answered(name: "\($0)"), Stop()] } ?? []
      },
      answers: ["1"]
    ),
  ]

  @Test(arguments: others)
  func `an effect takes its case, or its types, and no other action`(example: Example) async {
    let bench = Bench(example.effect)
    bench.store.dispatch(action: Choice.name("a"))
    bench.store.dispatch(action: Choice.reset)
    bench.store.dispatch(action: Ask(name: "b"))
    await bench.store.idle()
    #expect(bench.answers == [])
    bench.store.dispatch(action: Choice.pick(1))
    await bench.store.idle()
    #expect(bench.answers == example.answers)
  }

  @Test(arguments: others)
  func `a lifted effect takes its case, or its types, of the wrapped action`(
    example: Example
  ) async {
    let bench = Bench(
      example.effect.lift(
        action: { (page: Page) in page.choice },
        embed: { (choice: Choice) in Page(choice) }
      )
    )
    bench.store.dispatch(action: Choice.pick(7))
    bench.store.dispatch(action: Page(.name("a")))
    await bench.store.idle()
    #expect(bench.answers == [])
    bench.store.dispatch(action: Page(.pick(1)))
    await bench.store.idle()
    #expect(bench.answers == example.answers)
  }

  @Test(arguments: [false, true])
  func `what a case receives is the input of keys, predicates and recoveries`(
    isLifted: Bool
  ) async {
    let effect = Effect<Void>.on(matching: ActionCase(\Choice.name)) { name, _, context in
      context.send(Answered(name: "\(name)?"))
      try await context.sleep(for: .seconds(1))
      throw Trouble(description: name)
    }
    .overlap(.latest, by: \.first)
    .cancelled(matching: ActionCase(\Choice.pick)) { number, name in name.count == number }
    .catch { error, name in Answered(name: "\(error)=\(name)") }
    let bench = Bench(
      isLifted
        ? effect.lift(
          action: { (page: Page) in page.choice },
          embed: { (choice: Choice) in Page(choice) }
        )
        : effect
    )
    func dispatch(_ choices: Choice...) async {
      for choice in choices {
        bench.store.dispatch(action: isLifted ? Page(choice) as any Action : choice)
      }
      await bench.advance()
    }
    await dispatch(.name("a"), .name("bb"), .name("ccc"))
    await dispatch(.pick(3), .name("aaaa"))
    await bench.advance(1)
    #expect(bench.answers.filter { $0.hasSuffix("?") }.count == 4)
    #expect(bench.answers.filter { !$0.hasSuffix("?") } == ["bb=bb", "aaaa=aaaa"])
  }

  @Test func `a run waits for a case, and for one of several types`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        let name = try await context.next(
          matching: ActionCase(\Choice.name),
          where: { !$0.isEmpty }
        )
        let number = try await context.next(matching: ActionCase(\Choice.pick))
        let action = try await context.next(matching: .any(of: Stop.self, Choice.self))
        return Answered(name: "\(name) \(number) \(action is Stop)")
      }
    )
    bench.ask("a")
    for choice in [Choice.reset, .name(""), .pick(1), .name("b")] {
      bench.store.dispatch(action: choice)
    }
    await bench.advance()
    await bench.store.idle()
    #expect(bench.answers == ["b 1 false"])
  }

  @Test(arguments: cases)
  func `an effect takes the actions of its template and no others`(example: Example) async {
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
      Effect.on(matching: Self.pick) { action, _, context in
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

  @Test func `a run waits for an action of a template`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        let pick = try await context.next(matching: Self.pick)
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
