import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What the runner is given.
extension EffectRunnerMessageTests {
  static let given = [
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
  ]

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

  @Test func `an action with another payload than the effect's template is named by its payload`()
    async
  {
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let misspelt = ActionTemplate(id: "Pick", payloadType: String.self)
    let message = await Self.message {
      try await EffectRunner.run(
        .on(matching: pick) { _, _ in Visit() },
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
