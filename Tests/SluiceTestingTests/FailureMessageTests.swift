import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What is thrown, word for word.
@Suite(.inTurn, .throwingFailures)
struct FailureMessageTests {
  private static let a = AddTitle(title: "A")
  private static let b = AddTitle(title: "B")
  private static let c = AddTitle(title: "C")

  /// An interceptor that has seen actions.
  private static func seen(_ actions: any Action...) -> TestInterceptor<Playlist> {
    let (store, interceptor) = Store<Playlist, Void>.watched()
    for action in actions { store.dispatch(action: action) }
    return interceptor
  }

  private static func listed(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { #"  \#($0). AddTitle {title: "\#($0)"}"# }
  }

  @Test(arguments: cases)
  func `a failure shows what was expected, what came, and how to fix it`(_ failing: FailingCase)
    async
  {
    await failing.expect()
  }

  static let cases = [
    FailingCase(
      "AddTitle came with another payload than expected.",
      [
        "Expected": [#"  1. AddTitle {title: "A"}"#, #"→ 2. AddTitle {title: "B"}"#],
        "Dispatched": [#"  1. AddTitle {title: "A"}"#, #"→ 2. AddTitle {title: "C"}"#],
        "From the expected action to the one that came": [#"~ title: "B" → "C""#],
      ],
      fix: "correct the payload that is expected, or the one that is dispatched, or pass "
        + "`gaps: .allowed`."
    ) { try seen(a, c).expectDispatched(a, b, filePath: testFile, line: 7) },
    FailingCase(
      "MoveTitle came with another payload than expected.",
      [
        "Expected": ["→ 1. MoveTitle {from: 1, to: 3}"],
        "Dispatched": ["→ 1. MoveTitle {from: 1, to: 2}"],
        "From the expected action to the one that came": ["~ to: 3 → 2"],
      ],
      fix: "correct the payload that is expected, or the one that is dispatched, or pass "
        + "`gaps: .allowed`."
    ) {
      try seen(MoveTitle(from: 1, to: 2))
        .expectDispatched(MoveTitle(from: 1, to: 3), filePath: testFile, line: 7)
    },
    FailingCase(
      "AddTitle came with another payload than expected.",
      [
        "Expected": [#"  1. AddTitle {title: "A"}"#, #"→ 2. AddTitle {title: "B"}"#],
        "Dispatched": [
          #"  1. AddTitle {title: "A"}"#,
          "  2. Shuffle",
          #"→ 3. AddTitle {title: "C"}"#,
          "  4. Pause",
        ],
        "From the expected action to the one that came": [#"~ title: "B" → "C""#],
      ],
      fix: "correct the payload that is expected, or the one that is dispatched."
    ) {
      try seen(a, shuffle(), c, Pause())
        .expectDispatched(a, b, gaps: .allowed, filePath: testFile, line: 7)
    },
    FailingCase(
      #"AddTitle {title: "A"} was expected, but another action came."#,
      ["Expected": [#"→ 1. AddTitle {title: "A"}"#], "Dispatched": ["→ 1. Shuffle"]],
      fix: #"dispatch AddTitle {title: "A"} here, or expect what came, or pass `gaps: .allowed`."#
    ) { try seen(shuffle()).expectDispatched(a, filePath: testFile, line: 7) },
    FailingCase(
      "SetVolume 1.0 was expected, but nothing more came.",
      [
        "Expected": ["  1. Shuffle", "→ 2. SetVolume 1.0"],
        "Dispatched": ["  1. Shuffle", "→ nothing"],
      ],
      fix: "dispatch SetVolume 1.0 here, or expect what came."
    ) {
      try seen(shuffle())
        .expectDispatched(shuffle(), setVolume(payload: 1), filePath: testFile, line: 7)
    },
    FailingCase(
      "AddTitle was expected, but nothing more came.",
      ["Expected": ["→ 2. AddTitle"], "Dispatched": ["  2. Pause", "  3. Shuffle", "→ nothing"]],
      fix: "dispatch AddTitle here, or expect what came."
    ) {
      let interceptor = seen(shuffle(), Pause(), shuffle())
      try interceptor.expectDispatched(shuffle())
      try interceptor.expectDispatched(AddTitle.self, gaps: .allowed, filePath: testFile, line: 7)
    },
    FailingCase(
      "Nothing else was expected, but 1 more came.",
      ["Dispatched": ["  1. Shuffle", "→ 2. Pause"]],
      fix: "expect Pause too, or do not dispatch it."
    ) {
      let interceptor = seen(shuffle(), Pause())
      try interceptor.expectDispatched(shuffle())
      try interceptor.expectNothingElse(filePath: testFile, line: 7)
    },
    FailingCase(
      "Nothing else was expected, but 20 more came.",
      [
        "Dispatched": ["   … 2 earlier"] + listed(3...10) + [#"→ 11. AddTitle {title: "11"}"#]
          + listed(12...18) + ["   … 12 more"]
      ],
      fix: #"expect AddTitle {title: "11"} too, or do not dispatch it."#
    ) {
      let (store, interceptor) = Store<Playlist, Void>.watched()
      for number in 1...30 { store.dispatch(action: AddTitle(title: "\(number)")) }
      try interceptor.expectDispatched(AddTitle(title: "10"), gaps: .allowed)
      try interceptor.expectNothingElse(filePath: testFile, line: 7)
    },
    FailingCase(
      "2 actions were expected within 0.001 seconds, but 1 came.",
      ["Dispatched": ["  1. Shuffle", "→ nothing"]],
      fix: "dispatch the missing ones, expect fewer actions, or raise `timeout:`."
    ) {
      let timeout = Duration.milliseconds(1)
      try await seen(shuffle())
        .waitForActions(expectedNumberOfActions: 2, timeout: timeout, filePath: testFile, line: 7)
    },
    FailingCase(
      "An action was expected within 0.001 seconds, but no Pause came.",
      ["Expected": ["  Pause"], "Dispatched": [#"  1. AddTitle {title: "A"}"#]],
      fix: "dispatch the action, wait for one that is dispatched, or raise `timeout:`."
    ) {
      try await seen(a)
        .wait(for: Pause.self, timeout: .milliseconds(1), filePath: testFile, line: 7)
    },
    FailingCase(
      "An action was expected within 0.001 seconds, but of 1 AddTitle none met the condition.",
      ["Expected": ["  AddTitle"], "Dispatched": [#"  1. AddTitle {title: "A"}"#]],
      fix: "dispatch the action, wait for one that is dispatched, or raise `timeout:`."
    ) {
      let isB: @Sendable (AddTitle) -> Bool = { $0 == b }
      let timeout = Duration.milliseconds(1)
      try await seen(a)
        .wait(for: AddTitle.self, where: isB, timeout: timeout, filePath: testFile, line: 7)
    },
  ]
}
