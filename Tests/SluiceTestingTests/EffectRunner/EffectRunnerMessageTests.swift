import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What an effect runner throws, word for word.
@Suite(.inTurn, .throwingFailures)
struct EffectRunnerMessageTests {
  @Test(arguments: given + dispatched + thrown)
  func `a failure shows what happened and how to fix it`(_ failing: FailingCase) async {
    await failing.expect()
  }

  private static let search = Search(text: "a")

  private static func run(
    _ effect: Effect<Void>,
    with action: any Action = search,
    expectedCount: Int = 1,
    timeout: Duration? = nil
  ) async throws {
    try await EffectRunner.run(
      effect,
      with: action,
      expectedCount: expectedCount,
      timeout: timeout,
      filePath: testFile,
      line: 7
    )
  }

  private static func run(
    _ effect: Effect<Void>,
    with action: any Action = search,
    to type: (some Error).Type
  ) async throws {
    _ = try await EffectRunner(effect)
      .runToFailure(type, with: action, filePath: testFile, line: 7)
  }

  private static let echo = Effect<Void>.on(Search.self).flatMap { action, _ in
    [Found(titles: [action.text]), Visit()]
  }
  private static let reading = Effect<Void>.on(Search.self, fileID: "Shop/Search.swift", line: 3)
    .seeing(Library.self).run { _, _, context in _ = context.state.visits }
  private static let endless = Effect<Void>.on(Search.self, fileID: "Shop/Search.swift", line: 3)
    .run {
      _,
      _,
      context in
      context.send(Visit())
      // Of its own: the end of a task that waits ends the sequence for all.
      let (silence, continuation) = AsyncStream<Void>.makeStream()
      for await _ in silence {}
      withExtendedLifetime(continuation) {}
    }
  private static let failing = Effect<Void>.on(Search.self) { _, _ in
    throw SearchFailure(code: 404)
  }

  private struct Two: Effects {
    typealias Environment = Void
    let search = Effect<Void>.on(Search.self) { _, _ in Visit() }
    let stop = Effect<Void>.on(StopSearching.self).map { _, _ in Visit() }
  }

  /// The runner is given an action, or a state, that its effect doesn't handle.
  private static let given = [
    FailingCase(
      "1 action was expected, and none came: the effect answers Search, and was given "
        + "Visit and StopSearching.",
      ["What came": [], "Under way": []],
      fix: "give the runner an action that the effect answers."
    ) {
      let advance = Advance(by: .seconds(1))
      try await EffectRunner(echo)
        .run(with: Visit(), advance, StopSearching(), Visit(), filePath: testFile, line: 7)
    },
    FailingCase(
      "1 action was expected, and none came: the effects answer Search and StopSearching, "
        + "and were given Visit.",
      ["What came": [], "Under way": []],
      fix: "give the runner an action that an effect answers."
    ) { try await EffectRunner(Two()).run(with: Visit(), filePath: testFile, line: 7) },
    FailingCase(
      "1 action was expected, and none came: the effect answers Pick with a payload of "
        + "type Int, and was given Pick with a payload of type String.",
      ["What came": [], "Under way": []],
      fix: "give the runner an action that the effect answers."
    ) {
      let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
      let misspelt = ActionTemplate(id: "Pick", payloadType: String.self)
      try await run(.on(matching: pick) { _, _ in Visit() }, with: misspelt(payload: "1"))
    },
    FailingCase(
      "A failure with SearchFailure was expected, and none came: the effect answers "
        + "Search, and was given Visit.",
      ["The errors": [], "What came": [], "Under way": []],
      fix: "give the runner an action that the effect answers."
    ) { try await run(echo, with: Visit(), to: SearchFailure.self) },
    FailingCase(
      "The effect (Shop/Search.swift:3) reads a state of type Library, and the runner was "
        + "given none.",
      ["What came": [], "Under way": []],
      fix: "give the runner a state of type Library with `state:`."
    ) { try await run(reading) },
    FailingCase(
      "The effect (Shop/Search.swift:3) reads a state of type Library, and the runner was "
        + "given one of type Int.",
      ["What came": [], "Under way": []],
      fix: "give the runner a state of type Library with `state:`."
    ) { try await EffectRunner(reading, state: 1).run(with: search, filePath: testFile, line: 7) },
  ]

  /// The effect dispatches more or less than was expected.
  private static let dispatched = [
    FailingCase(
      "3 actions were expected, and 2 came.",
      ["What came": [#"1. Found {titles: ["a"]}"#, "2. Visit"], "Under way": []],
      fix: "expect as many as come with `expectedCount:`, or let the effect dispatch what is "
        + "missing."
    ) { try await run(echo, expectedCount: 3) },
    FailingCase(
      "1 action was expected, and 2 came.",
      ["What came": [#"1. Found {titles: ["a"]}"#, "2. Visit"], "Under way": []],
      fix: "expect as many as come with `expectedCount:`, or let the effect dispatch fewer."
    ) {
      // The second comes an hour later.
      let effect = Effect<Void>.on(Search.self).run { action, _, context in
        context.send(Found(titles: [action.text]))
        try await context.sleep(for: .seconds(3600))
        context.send(Visit())
      }
      try await run(effect)
    },
    FailingCase(
      "No action was expected, and 2 came.",
      ["What came": [#"1. Found {titles: ["a"]}"#, "2. Visit"], "Under way": []],
      fix: "expect as many as come with `expectedCount:`, or let the effect dispatch fewer."
    ) { try await run(echo, expectedCount: 0) },
    FailingCase(
      "2 actions were expected, and 1 came in 0.001 seconds, and something is under way "
        + "that doesn't wait for the clock.",
      [
        "What came": ["1. Visit"],
        "Under way": [#"the effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}"#],
      ],
      fix: "let what takes real time, such as something in the environment, answer or end, or "
        + "raise `timeout:`."
    ) { try await run(endless, expectedCount: 2, timeout: .milliseconds(1)) },
    FailingCase(
      "1 action came as expected, and the effect still has work to do after 0.001 seconds.",
      [
        "What came": ["1. Visit"],
        "Under way": [#"the effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}"#],
      ],
      fix: "let the effect end, cancel it with one of the actions, raise `timeout:`, or pass "
        + "`exhaustivity: .off`, which looks at the first actions only."
    ) { try await run(endless, timeout: .milliseconds(1)) },
  ]

  /// The effect throws what wasn't expected, or doesn't throw what was.
  private static let thrown = [
    FailingCase(
      "The effect failed, and 1 action was expected.",
      [
        "The error": ["SearchFailure(code: 404)"],
        "What came": [#"1. Found {titles: ["a"]}"#],
        "Under way": [],
      ],
      fix: "let the effect `catch` the error, or expect it with `runToFailure`."
    ) {
      let effect = Effect<Void>.on(Search.self).run { action, _, context in
        context.send(Found(titles: [action.text]))
        try await context.sleep(for: .seconds(3600))
        throw SearchFailure(code: 404)
      }
      try await run(effect)
    },
    FailingCase(
      "The effect failed, and 1 action was expected.",
      ["The error": ["SearchFailure(code: 404)"], "What came": [], "Under way": []],
      fix: "let the effect `catch` the error, or expect it with `runToFailure`."
    ) { try await run(failing) },
    FailingCase(
      "A failure with SearchFailure was expected, and none came.",
      [
        "The errors": [], "What came": [#"1. Found {titles: ["a"]}"#, "2. Visit"], "Under way": [],
      ],
      fix: "let the effect throw SearchFailure, or expect its actions with `run`."
    ) { try await run(echo, to: SearchFailure.self) },
    FailingCase(
      "A failure with EffectTimeout was expected, and another came.",
      ["The errors": ["SearchFailure(code: 404)"], "What came": [], "Under way": []],
      fix: "let the effect throw EffectTimeout, or expect its actions with `run`."
    ) { try await run(failing, to: EffectTimeout.self) },
  ]
}
