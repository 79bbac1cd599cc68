import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What an effect runner throws, word for word.
@Suite(.inTurn, .timeLimit(.minutes(2)))
struct EffectRunnerMessageTests {
  typealias Runner = EffectRunner<Void, Catalogue>

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let effect: Effect<Catalogue>
    /// Fails at line 7 of `/Tests.swift`.
    let body: @Sendable (Runner) async throws -> Void
    let message: String
  }

  static let echo = Effect<Catalogue>.map(Search.self) { action, _ in
    [Found(titles: [action.text]), Visit()]
  }

  /// A sequence from outside that gives nothing and does not end.
  static let silence = AsyncStream<Void>.makeStream()

  static let cases = [
    Case(
      testDescription: "fewer than expected",
      effect: echo,
      body: { runner in
        try await runner.run(
          with: Search(text: "a"),
          expectedCount: 3,
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: 3 actions were expected, and 2 came.
        What came:
          1. Found {titles: ["a"]}
          2. Visit
        Under way:
          nothing
        To fix, expect as many as come with `expectedCount:`, or let the effect dispatch what is \
        missing.
        """
    ),
    Case(
      testDescription: "more than expected",
      effect: echo,
      body: { runner in
        try await runner.run(with: Search(text: "a"), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: 1 action was expected, and 2 came.
        What came:
          1. Found {titles: ["a"]}
          2. Visit
        Under way:
          nothing
        To fix, expect as many as come with `expectedCount:`, or let the effect dispatch fewer.
        """
    ),
    Case(
      testDescription: "some where none was expected",
      effect: echo,
      body: { runner in
        try await runner.run(
          with: Search(text: "a"),
          expectedCount: 0,
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: No action was expected, and 2 came.
        What came:
          1. Found {titles: ["a"]}
          2. Visit
        Under way:
          nothing
        To fix, expect as many as come with `expectedCount:`, or let the effect dispatch fewer.
        """
    ),
    Case(
      testDescription: "too late",
      effect: .on(Search.self, fileID: "Shop/Search.swift", line: 3) { _, _, context in
        context.send(Visit())
        await context.never()
      },
      body: { runner in
        try await runner.run(
          with: Search(text: "a"),
          expectedCount: 2,
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: 2 actions were expected, and 1 came in 0.001 seconds, and something is \
        under way that doesn't wait for the clock.
        What came:
          1. Visit
        Under way:
          the effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}, waits for a later \
        action
        To fix, let what takes real time, such as something in the environment, answer or end, or \
        raise `timeout:`.
        """
    ),
    Case(
      testDescription: "more than expected, an hour later",
      effect: .on(Search.self) { action, _, context in
        context.send(Found(titles: [action.text]))
        try await context.sleep(for: .seconds(3600))
        context.send(Visit())
      },
      body: { runner in
        try await runner.run(with: Search(text: "a"), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: 1 action was expected, and 2 came.
        What came:
          1. Found {titles: ["a"]}
          2. Visit
        Under way:
          nothing
        To fix, expect as many as come with `expectedCount:`, or let the effect dispatch fewer.
        """
    ),
    Case(
      testDescription: "an error an hour later",
      effect: .on(Search.self) { action, _, context in
        context.send(Found(titles: [action.text]))
        try await context.sleep(for: .seconds(3600))
        throw SearchFailure(code: 404)
      },
      body: { runner in
        try await runner.run(with: Search(text: "a"), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: The effect failed, and 1 action was expected.
        The error:
          SearchFailure(code: 404)
        What came:
          1. Found {titles: ["a"]}
        Under way:
          nothing
        To fix, let the effect `catch` the error, or expect it with `runToFailure`.
        """
    ),
    Case(
      testDescription: "an effect that does not end",
      effect: .on(Search.self, fileID: "Shop/Search.swift", line: 3) { _, _, context in
        context.send(Visit())
        for await _ in Self.silence.stream {}
      },
      body: { runner in
        try await runner.run(
          with: Search(text: "a"),
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: 1 action came as expected, and the effect still has work to do after 0.001 \
        seconds.
        What came:
          1. Visit
        Under way:
          the effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}
        To fix, let the effect end, cancel it with one of the actions, raise `timeout:`, or pass \
        `exhaustivity: .off`, which looks at the first actions only.
        """
    ),
    Case(
      testDescription: "an action that the effect does not answer",
      effect: echo,
      body: { runner in
        try await runner.run(
          with: Visit(),
          Advance(by: .seconds(1)),
          StopSearching(),
          Visit(),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: 1 action was expected, and none came: the effect answers Search, and was \
        given Visit and StopSearching.
        What came:
          nothing
        Under way:
          nothing
        To fix, give the runner an action that the effect answers.
        """
    ),
    Case(
      testDescription: "an action that the effect does not answer where an error is expected",
      effect: echo,
      body: { runner in
        try await runner.runToFailure(
          SearchFailure.self,
          with: Visit(),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: A failure with SearchFailure was expected, and none came: the effect answers \
        Search, and was given Visit.
        The errors:
          nothing
        What came:
          nothing
        Under way:
          nothing
        To fix, give the runner an action that the effect answers.
        """
    ),
    Case(
      testDescription: "a state that the runner was not given",
      effect: .on(Search.self, state: Library.self, fileID: "Shop/Search.swift", line: 3) {
        _,
        _,
        context in
        _ = context.state.visits
      },
      body: { runner in
        try await runner.run(with: Search(text: "a"), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: The effect (Shop/Search.swift:3) reads a state of type Library, and the \
        runner was given none.
        What came:
          nothing
        Under way:
          nothing
        To fix, give the runner a state of type Library with `state:`.
        """
    ),
    Case(
      testDescription: "an error that nothing catches",
      effect: .on(Search.self) { _, _ in throw SearchFailure(code: 404) },
      body: { runner in
        try await runner.run(with: Search(text: "a"), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: The effect failed, and 1 action was expected.
        The error:
          SearchFailure(code: 404)
        What came:
          nothing
        Under way:
          nothing
        To fix, let the effect `catch` the error, or expect it with `runToFailure`.
        """
    ),
    Case(
      testDescription: "no error",
      effect: echo,
      body: { runner in
        try await runner.runToFailure(
          SearchFailure.self,
          with: Search(text: "a"),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: A failure with SearchFailure was expected, and none came.
        The errors:
          nothing
        What came:
          1. Found {titles: ["a"]}
          2. Visit
        Under way:
          nothing
        To fix, let the effect throw SearchFailure, or expect its actions with `run`.
        """
    ),
    Case(
      testDescription: "another error",
      effect: .on(Search.self) { _, _ in throw SearchFailure(code: 404) },
      body: { runner in
        try await runner.runToFailure(
          EffectTimeout.self,
          with: Search(text: "a"),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: A failure with EffectTimeout was expected, and another came.
        The errors:
          SearchFailure(code: 404)
        What came:
          nothing
        Under way:
          nothing
        To fix, let the effect throw EffectTimeout, or expect its actions with `run`.
        """
    ),
  ]

  @Test(arguments: cases)
  func `a failure shows what happened, the difference, and how to fix it`(_ example: Case) async {
    let runner = EffectRunner(example.effect, environment: Catalogue())
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await example.body(runner)
    }
    #expect(failure.map { "\($0)" } == example.message)
  }
}

extension EffectRunnerMessageTests {
  private static func message(
    _ body: () async throws -> Void
  ) async -> String? {
    await #expect(throws: ExpectationFailure.self) { try await body() }?.description
  }

  private struct Two: Effects {
    typealias Environment = Void
    let search = Effect<Void>.on(Search.self) { _, _ in Visit() }
    let stop = Effect<Void>.map(StopSearching.self) { _ in Visit() }
  }

  @Test func `effects of a type that are given another action say what they answer`() async {
    let message = await Self.message {
      try await EffectRunner(Two()).run(with: Visit(), filePath: "/Tests.swift", line: 7)
    }
    #expect(
      message == """
        /Tests.swift:7: 1 action was expected, and none came: the effects answer Search and \
        StopSearching, and were given Visit.
        What came:
          nothing
        Under way:
          nothing
        To fix, give the runner an action that an effect answers.
        """
    )
  }

  @Test func `an action with another payload than the effect's template is told by its payload`()
    async
  {
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let misspelt = ActionTemplate(id: "Pick", payloadType: String.self)
    let message = await Self.message {
      try await EffectRunner.run(
        .on(pick) { _, _ in Visit() },
        with: misspelt(payload: "1"),
        filePath: "/Tests.swift",
        line: 7
      )
    }
    #expect(
      message == """
        /Tests.swift:7: 1 action was expected, and none came: the effect answers Pick with a payload \
        of type Int, and was given Pick with a payload of type String.
        What came:
          nothing
        Under way:
          nothing
        To fix, give the runner an action that the effect answers.
        """
    )
  }

  @Test func `a runner with another state than the effect reads names both`() async {
    let reading = Effect<Void>.on(
      Search.self,
      state: Library.self,
      fileID: "Shop/Search.swift",
      line: 3
    ) { _, _, context in
      _ = context.state.visits
    }
    let message = await Self.message {
      try await EffectRunner(reading, state: 1)
        .run(with: Search(text: "a"), filePath: "/Tests.swift", line: 7)
    }
    #expect(
      message == """
        /Tests.swift:7: The effect (Shop/Search.swift:3) reads a state of type Library, and the \
        runner was given one of type Int.
        What came:
          nothing
        Under way:
          nothing
        To fix, give the runner a state of type Library with `state:`.
        """
    )
  }
}

extension RunContext<Void> {
  /// Waits for an action that nobody dispatches.
  fileprivate func never() async {
    _ = try? await next(StopSearching.self)
  }
}
