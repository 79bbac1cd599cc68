import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What is thrown, word for word.
@Suite(.inTurn, .throwingFailures)
struct FailureMessageTests {
  typealias Expectation = @Sendable (TestInterceptor<Playlist>) async throws -> Void

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let dispatched: [any Action]
    let expectation: Expectation
    let message: String

    init(
      _ testDescription: String,
      dispatched: [any Action],
      _ expectation: @escaping Expectation,
      message: String
    ) {
      self.testDescription = testDescription
      self.dispatched = dispatched
      self.expectation = expectation
      self.message = message
    }
  }

  static let cases = [
    Case(
      "another payload",
      dispatched: [AddTitle(title: "A"), AddTitle(title: "C")],
      { interceptor in
        try interceptor.expectDispatched(
          AddTitle(title: "A"),
          AddTitle(title: "B"),
          filePath: "/Shop/Tests.swift",
          line: 7
        )
      },
      message: """
        /Shop/Tests.swift:7: AddTitle came with another payload than expected.
        Expected:
            1. AddTitle {title: "A"}
          → 2. AddTitle {title: "B"}
        Dispatched:
            1. AddTitle {title: "A"}
          → 2. AddTitle {title: "C"}
        From the expected action to the one that came:
          ~ title: "B" → "C"
        To fix, correct the payload that is expected, or the one that is dispatched, or pass \
        `gaps: .allowed`.
        """
    ),
    Case(
      "another payload of a type without ==",
      dispatched: [MoveTitle(from: 1, to: 2)],
      { interceptor in
        try interceptor.expectDispatched(
          MoveTitle(from: 1, to: 3),
          filePath: "/Tests.swift",
          line: 1
        )
      },
      message: """
        /Tests.swift:1: MoveTitle came with another payload than expected.
        Expected:
          → 1. MoveTitle {from: 1, to: 3}
        Dispatched:
          → 1. MoveTitle {from: 1, to: 2}
        From the expected action to the one that came:
          ~ to: 3 → 2
        To fix, correct the payload that is expected, or the one that is dispatched, or pass \
        `gaps: .allowed`.
        """
    ),
    Case(
      "another payload among others",
      dispatched: [AddTitle(title: "A"), shuffle(), AddTitle(title: "C"), Pause()],
      { interceptor in
        try interceptor.expectDispatched(
          AddTitle(title: "A"),
          AddTitle(title: "B"),
          gaps: .allowed,
          filePath: "/Tests.swift",
          line: 1
        )
      },
      message: """
        /Tests.swift:1: AddTitle came with another payload than expected.
        Expected:
            1. AddTitle {title: "A"}
          → 2. AddTitle {title: "B"}
        Dispatched:
            1. AddTitle {title: "A"}
            2. Shuffle
          → 3. AddTitle {title: "C"}
            4. Pause
        From the expected action to the one that came:
          ~ title: "B" → "C"
        To fix, correct the payload that is expected, or the one that is dispatched.
        """
    ),
    Case(
      "another action",
      dispatched: [shuffle()],
      { interceptor in
        try interceptor.expectDispatched(AddTitle(title: "A"), filePath: "/Tests.swift", line: 1)
      },
      message: """
        /Tests.swift:1: AddTitle {title: "A"} was expected, and another action came.
        Expected:
          → 1. AddTitle {title: "A"}
        Dispatched:
          → 1. Shuffle
        To fix, dispatch AddTitle {title: "A"} here, or expect what came, or pass \
        `gaps: .allowed`.
        """
    ),
    Case(
      "too few",
      dispatched: [shuffle()],
      { interceptor in
        try interceptor.expectDispatched(
          shuffle(),
          setVolume(payload: 1),
          filePath: "/Tests.swift",
          line: 1
        )
      },
      message: """
        /Tests.swift:1: SetVolume 1.0 was expected, and nothing more came.
        Expected:
            1. Shuffle
          → 2. SetVolume 1.0
        Dispatched:
            1. Shuffle
          → nothing
        To fix, dispatch SetVolume 1.0 here, or expect what came.
        """
    ),
    Case(
      "by type, in a later expectation",
      dispatched: [shuffle(), Pause(), shuffle()],
      { interceptor in
        try interceptor.expectDispatched(shuffle())
        try interceptor.expectDispatched(
          AddTitle.self,
          gaps: .allowed,
          filePath: "/Tests.swift",
          line: 2
        )
      },
      message: """
        /Tests.swift:2: AddTitle was expected, and nothing more came.
        Expected:
          → 2. AddTitle
        Dispatched:
            2. Pause
            3. Shuffle
          → nothing
        To fix, dispatch AddTitle here, or expect what came.
        """
    ),
    Case(
      "something else",
      dispatched: [shuffle(), Pause()],
      { interceptor in
        try interceptor.expectDispatched(shuffle())
        try interceptor.expectNothingElse(filePath: "/Tests.swift", line: 2)
      },
      message: """
        /Tests.swift:2: Nothing else was expected, and 1 more came.
        Dispatched:
            1. Shuffle
          → 2. Pause
        To fix, expect Pause too, or do not dispatch it.
        """
    ),
    Case(
      "a long list is shown around the difference",
      dispatched: (1...30).map { AddTitle(title: "\($0)") },
      { interceptor in
        try interceptor.expectDispatched(AddTitle(title: "10"), gaps: .allowed)
        try interceptor.expectNothingElse(filePath: "/Tests.swift", line: 2)
      },
      message: """
        /Tests.swift:2: Nothing else was expected, and 20 more came.
        Dispatched:
             … 2 earlier
        \((3...10).map { "    \($0). AddTitle {title: \"\($0)\"}" }.joined(separator: "\n"))
          → 11. AddTitle {title: "11"}
        \((12...18).map { "    \($0). AddTitle {title: \"\($0)\"}" }.joined(separator: "\n"))
             … 12 more
        To fix, expect AddTitle {title: "11"} too, or do not dispatch it.
        """
    ),
    Case(
      "too few in time",
      dispatched: [shuffle()],
      { interceptor in
        try await interceptor.waitForActions(
          expectedNumberOfActions: 2,
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 1
        )
      },
      message: """
        /Tests.swift:1: 2 actions were expected within 0.001 seconds, and 1 came.
        Dispatched:
            1. Shuffle
          → nothing
        To fix, dispatch what is missing, expect fewer actions, or raise `timeout:`.
        """
    ),
    Case(
      "none of a type in time",
      dispatched: [AddTitle(title: "A")],
      { interceptor in
        try await interceptor.wait(
          for: Pause.self,
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 1
        )
      },
      message: """
        /Tests.swift:1: An action was expected within 0.001 seconds, and no Pause came.
        Expected:
            Pause
        Dispatched:
            1. AddTitle {title: "A"}
        To fix, dispatch the action, wait for what is dispatched instead, or raise `timeout:`.
        """
    ),
    Case(
      "none that meets the condition in time",
      dispatched: [AddTitle(title: "A")],
      { interceptor in
        try await interceptor.wait(
          for: AddTitle.self,
          where: { $0.title == "B" },
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 1
        )
      },
      message: """
        /Tests.swift:1: An action was expected within 0.001 seconds, and of 1 AddTitle none met \
        the condition.
        Expected:
            AddTitle
        Dispatched:
            1. AddTitle {title: "A"}
        To fix, dispatch the action, wait for what is dispatched instead, or raise `timeout:`.
        """
    ),
  ]

  @Test(arguments: cases)
  func `a failure shows what was expected, what came, and how to fix it`(_ example: Case) async {
    let (store, interceptor) = Store<Playlist, Void>.watched()
    for action in example.dispatched { store.dispatch(action: action) }
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await example.expectation(interceptor)
    }
    #expect(failure.map { "\($0)" } == example.message)
  }

  @Test func `a failure begins with the position of the expectation`() {
    let (_, interceptor) = Store<Playlist, Void>.watched()
    // Not within `#expect(throws:)`, where every line is that of the macro.
    let line = #line + 2
    do {
      try interceptor.expectDispatched(Pause.self)
      Issue.record("Nothing was dispatched, so the expectation must fail.")
    } catch {
      #expect(error.description.hasPrefix("\(#filePath):\(line): "))
      #expect(error.filePath == #filePath)
      #expect(error.line == line)
    }
  }
}
