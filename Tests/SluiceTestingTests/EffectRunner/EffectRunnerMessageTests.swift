import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What an effect runner throws, word for word.
@Suite(.inTurn, .throwingFailures)
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

  /// Waits for a sequence from outside that gives nothing and does not end.
  private static func waitInSilence() async {
    // Of its own: the end of a task that waits ends the sequence for all.
    let (silence, continuation) = AsyncStream<Void>.makeStream()
    for await _ in silence {}
    withExtendedLifetime(continuation) {}
  }

  static let cases = given + dispatched

  /// What the effect dispatches or throws, beside what was expected.
  private static let dispatched = [
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
        await waitInSilence()
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
          the effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}
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
        await waitInSilence()
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

extension RunContext<Void> {
  /// Waits for an action that nobody dispatches.
  fileprivate func never() async {
    _ = try? await next(StopSearching.self)
  }
}
