import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Later actions that a run waits for.
@Suite(.inTurn) struct NextActionTests {
  private typealias Choice = EffectPatternTests.Choice

  static let scripts = [
    RunScript("for a later action", [Touch(), Increment(2)], answers: ["sure?", "2"]) { context in
      context.answer("sure?")
      context.answer("\(try await context.next(Increment.self).by)")
    },
    RunScript(
      "for actions that it didn't await when they came, each once",
      [Touch(), Increment(1), Increment(2), Increment(3), Increment(4)],
      answers: ["1", "2", "3", "touched"]
    ) { context in
      for _ in 0..<3 { context.answer("\(try await context.next(Increment.self).by)") }
      _ = try await context.next(Touch.self)
      context.answer("touched")
    },
    RunScript("in two tasks at once", [Touch(), Increment()], answers: ["both 1"]) { context in
      async let one = context.next(Increment.self)
      async let two = context.next(Touch.self)
      _ = try await (one, two)
      context.answer("both \(context.state.count)")
    },
    RunScript(
      "for an action of a template",
      [EffectPatternTests.other(payload: 1), EffectPatternTests.pick(payload: 2)],
      answers: ["2"]
    ) { context in
      context.answer("\(try await context.next(matching: EffectPatternTests.pick).payload)")
    },
    RunScript(
      "for a case, and one of several types",
      [Choice.reset, Choice.name(""), Choice.pick(1), Choice.name("b")],
      answers: ["b 1 false"]
    ) { context in
      let name = try await context.next(matching: ActionCase(\Choice.name), where: { !$0.isEmpty })
      let number = try await context.next(matching: ActionCase(\Choice.pick))
      let action = try await context.next(matching: .any(of: Stop.self, Choice.self))
      context.answer("\(name) \(number) \(action is Stop)")
    },
  ]

  @Test(arguments: scripts)
  func `a run waits`(script: RunScript) async { await script.expectAnswers() }

  static let courses = [
    Course("that come after its own", [0: Increment(1), 0: Ask("a"), 0: Increment(2)], ["a 2 0"]) {
      Effect.on(Ask.self).run { ask, _, context in
        context.answer("\(ask.name) \(try await context.next(Increment.self).by)")
      }
    },
    Course(
      "that came while it waited its turn",
      [0: Ask("a"), 0: Ask("b"), 0: Increment(1), 2: Ask("c"), 2: Increment(2)],
      ["a 1 1", "b 1 2", "c 2 3"]
    ) {
      Effect.on(Ask.self).run { ask, _, context in
        try await context.sleep(for: .seconds(1))
        context.answer("\(ask.name) \(try await context.next(Increment.self).by)")
      }
      .overlap(.serial)
    },
  ]

  @Test(arguments: courses)
  func `a run receives actions`(course: Course) async { await course.expectAnswers() }

  @Test func `of two waits of a run for the same action, one receives it`() async {
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let bench = Bench { _, context in
      if context.state.count == 0 { try await context.sleep(for: .seconds(1)) }
      async let one = context.next(AnonymousAction<Int>.self)
      async let two = context.next(matching: pick)
      context.answer("\(try await one.payload + two.payload)")
    }
    // First out of the log, then while the run waits.
    await bench.send(Ask("a"), pick(payload: 1), then: 1)
    #expect(bench.answers == [])
    await bench.send(pick(payload: 10))
    #expect(bench.answers == ["11"])
    await bench.sendEach(Increment(), Ask("b"), pick(payload: 3))
    #expect(bench.answers == ["11"])
    await bench.send(pick(payload: 4))
    #expect(bench.answers == ["11", "7"])
  }

  @Test func `many runs each receive hundreds of actions`() async {
    let bench = Bench { ask, context in
      var sum = 0
      while case let next = try await context.next(Increment.self), next.by > 0 { sum += next.by }
      if sum != 300 { context.answer("\(ask.name) has \(sum)") }
    }
    for name in 0..<20 { await bench.ask("\(name)") }
    for _ in 0..<300 { await bench.send(Increment(1)) }
    await bench.send(Increment(0))
    await bench.store.idle()
    #expect(bench.answers == [])
  }

  @Test func `a wait that is pending when the run ends is cancelled`() async throws {
    let endings = Log<Bool>()
    let bench = Bench { _, context in
      Task {
        for _ in 1...2 {
          do { _ = try await context.next(Touch.self) } catch {
            endings.append(error is CancellationError)
          }
        }
      }
      _ = try await context.next(Increment.self)
    }
    await bench.sendEach(Ask("a"), Increment())
    try await endings.wait(forCount: 2)
    #expect(endings.events == [true, true])
  }

  @Test func `runs that wait for one action receive it in the order of their waiting`() async {
    let bench = Bench { ask, context in
      _ = try await context.next(Touch.self)
      context.answer(ask.name)
    }
    let names = (0..<20).map { "\($0)" }
    for name in names { await bench.ask(name) }
    await bench.send(Touch())
    #expect(bench.answers == names)
  }

  // MARK: - Lost actions

  @Test func `actions that a run awaited too late are counted, and reported once`() async {
    let bench = Bench { ask, context in
      for _ in 0..<2 {
        try await context.sleep(for: .seconds(1))
        context.answer("\(ask.name) \(try await context.next(Increment.self).by)")
      }
      _ = try await context.next(Touch.self)
      context.answer("\(ask.name) touched")
    }
    bench.store.dispatch(action: Ask("a"))
    for by in 1...1_200 { bench.store.dispatch(action: Increment(by)) }
    await bench.send(Touch(), then: 2)
    #expect(bench.answers == ["a 202", "a 203", "a touched"])
    // Of 1,201 actions the newest 1,000 are there.
    let losses = bench.diagnostics.map { diagnostic in
      diagnostic.id == .lostActions
        ? String(diagnostic.cause.prefix { $0 != "," }) : "\(diagnostic)"
    }
    #expect(
      losses == [
        "Run 1 of bench called `next` too late: 201 actions since its start were dropped"
      ]
    )
  }

  @Test func `a run that never waits for actions loses none`() async {
    let bench = Bench(Effect.answering())
    bench.store.dispatch(action: Ask("a"))
    for _ in 0..<3_000 { bench.store.dispatch(action: Increment()) }
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a"])
    #expect(bench.diagnostics.isEmpty)
  }

  @Test(arguments: [(false, ["1", "2", "3"]), (true, ["1", "2"])])
  func `a run that waits loses no action, however many others are dispatched`(
    hasPredicate: Bool,
    answers: [String]
  ) async {
    let bench = Bench { _, context in
      for wanted in 1...2 {
        let next =
          hasPredicate
          ? try await context.next(Increment.self, where: { $0.by == wanted })
          : try await context.next(Increment.self)
        context.answer("\(next.by)")
      }
      if hasPredicate { return }
      // Waits in vain while many others pass.
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await context.next(Increment.self) }
        group.addTask { try await context.sleep(for: .seconds(1)) }
        try await group.next()
        group.cancelAll()
      }
      context.answer("\(try await context.next(Increment.self).by)")
    }
    await bench.ask("a")
    for by in 1...3 {
      for _ in 0..<1_500 { bench.store.dispatch(action: Touch()) }
      await bench.advance(by == 3 ? 1 : 0)
      await bench.send(Increment(by))
    }
    #expect(bench.answers == answers)
    #expect(bench.diagnostics.isEmpty)
  }
}
