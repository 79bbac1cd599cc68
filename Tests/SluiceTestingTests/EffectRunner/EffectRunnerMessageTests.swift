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
  private static let failing = Effect<Void>.on(
    Search.self,
    fileID: "Shop/Search.swift",
    line: 3
  ) { _, _ in throw SearchFailure(code: 404) }

  private struct Two: Effects {
    typealias Environment = Void
    let search = Effect<Void>.on(Search.self) { _, _ in Visit() }
    let stop = Effect<Void>.on(StopSearching.self).map { _, _ in Visit() }
  }

  /// The runner is given an action, or a state, that its effect doesn't handle.
  private static let given = [
    FailingCase(
      "An action was expected, but none came: the effect answers Search, and was given "
        + "Visit and StopSearching.",
      [:],
      fix: "give the runner an action that the effect answers."
    ) {
      let advance = Advance(by: .seconds(1))
      try await EffectRunner(echo)
        .run(with: Visit(), advance, StopSearching(), Visit(), filePath: testFile, line: 7)
    },
    FailingCase(
      "An action was expected, but none came: the effects answer Search and StopSearching, "
        + "and were given Visit.",
      [:],
      fix: "give the runner an action that an effect answers."
    ) { try await EffectRunner(Two()).run(with: Visit(), filePath: testFile, line: 7) },
    FailingCase(
      "An action was expected, but none came: the effect answers Pick with a payload of "
        + "type Int, and was given Pick with a payload of type String.",
      [:],
      fix: "give the runner an action that the effect answers."
    ) {
      let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
      let misspelt = ActionTemplate(id: "Pick", payloadType: String.self)
      try await run(.on(matching: pick) { _, _ in Visit() }, with: misspelt(payload: "1"))
    },
    FailingCase(
      "A failure with SearchFailure was expected, but none came: the effect answers "
        + "Search, and was given Visit.",
      [:],
      fix: "give the runner an action that the effect answers."
    ) { try await run(echo, with: Visit(), to: SearchFailure.self) },
    FailingCase(
      "An action was expected next, but something else came.",
      [
        "Expected": ["An action"],
        "What came": [
          "The effect (Shop/Search.swift:3) failed: The effect (Shop/Search.swift:3) reads a state of "
            + "type Library, and the store's state is of type Int. It was not registered. To fix, let "
            + "it read a state of type Int, or register it on a store of Library."
        ],
      ],
      fix: "let the effect `catch` the error, or expect it with `runToFailure`."
    ) { try await EffectRunner(reading, state: 1).run(with: search, filePath: testFile, line: 7) },
  ]

  /// The effect dispatches more or less than was expected.
  private static let dispatched = [
    FailingCase(
      "Action 3 of 3 was expected, but none came: nothing is under way that could bring it.",
      ["Expected": ["Action 3 of 3"], "What came": [], "Under way": []],
      fix: "let an effect dispatch the action, or pass `timeout:` where it comes from outside of "
        + "the store."
    ) { try await run(echo, expectedCount: 3) },
    FailingCase(
      "Visit came, but nothing more was expected.",
      ["What came": ["Visit, from The effect"]],
      fix: "expect Visit with a higher `expectedCount:`, or do not dispatch it."
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
      "Found and 1 more came, but nothing more was expected.",
      ["What came": [#"Found {titles: ["a"]}, from The effect"#, "Visit, from The effect"]],
      fix: "expect Found with a higher `expectedCount:`, or do not dispatch it."
    ) { try await run(echo, expectedCount: 0) },
    FailingCase(
      "Action 2 of 2 was expected, but none came in 0.001 seconds.",
      [
        "Expected": ["Action 2 of 2"],
        "What came": [],
        "Under way": [#"The effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}"#],
      ],
      fix: "let an effect dispatch the action, or pass `timeout:` where it takes longer than "
        + "0.001 seconds."
    ) { try await run(endless, expectedCount: 2, timeout: .milliseconds(1)) },
    FailingCase(
      "The effect still has work to do after 0.001 seconds.",
      ["Under way": [#"The effect (Shop/Search.swift:3), set off by #1 Search {text: "a"}"#]],
      fix: "let the effect end, cancel it with one of the actions, raise `timeout:`, or pass "
        + "`exhaustivity: .off`, which looks at the first actions only."
    ) { try await run(endless, timeout: .milliseconds(1)) },
  ]

  /// The effect throws what wasn't expected, or doesn't throw what was.
  private static let thrown = [
    FailingCase(
      "The effect failed, but nothing more was expected.",
      [
        "What came": [
          #"The effect (Shop/Search.swift:3), set off by #1 Search {text: "a"} failed: "#
            + "SearchFailure(code: 404)"
        ]
      ],
      fix: "let the effect `catch` the error, or expect it with `runToFailure`."
    ) {
      let effect = Effect<Void>.on(Search.self, fileID: "Shop/Search.swift", line: 3).run {
        action,
        _,
        context in
        context.send(Found(titles: [action.text]))
        try await context.sleep(for: .seconds(3600))
        throw SearchFailure(code: 404)
      }
      try await run(effect)
    },
    FailingCase(
      "An action was expected next, but something else came.",
      [
        "Expected": ["An action"],
        "What came": [
          #"The effect (Shop/Search.swift:3), set off by #1 Search {text: "a"} failed: "#
            + "SearchFailure(code: 404)"
        ],
      ],
      fix: "let the effect `catch` the error, or expect it with `runToFailure`."
    ) { try await run(failing) },
    FailingCase(
      "An effect was expected to fail with SearchFailure, but none did.",
      [
        "What came": [#"Found {titles: ["a"]}, from The effect"#, "Visit, from The effect"],
        "Under way": [],
      ],
      fix: "expect what came, or let the effect throw."
    ) { try await run(echo, to: SearchFailure.self) },
    FailingCase(
      "An effect was expected to fail with EffectTimeout, but none did.",
      [
        "What came": [
          #"The effect (Shop/Search.swift:3), set off by #1 Search {text: "a"} failed: "#
            + "SearchFailure(code: 404)"
        ],
        "Under way": [],
      ],
      fix: "expect what came, or let the effect throw."
    ) { try await run(failing, to: EffectTimeout.self) },
  ]
}
