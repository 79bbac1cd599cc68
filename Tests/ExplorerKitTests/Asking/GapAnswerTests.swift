import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What is said of commits that are missing.
@Suite struct GapAnswerTests {
  private static let time: Int64 = 1_700_000_000_000_000

  /// Commits 1 and 2, then a state after commit 6.
  private static let history = History(taking: [
    .state(0, ["n": 0]),
    .commit(1, "Act", at: time, .set(["n"], old: 0, new: 1)),
    .commit(2, "Act", at: time, .set(["n"], old: 1, new: 2)),
    .dropped(3, 5, .pause), .state(6, ["n": 6]),
  ])

  private func lines(_ question: Question, of history: History = history) throws -> [String] {
    try history.answer(question, file: "x").lines().map(\.text)
  }

  private func json(_ question: Question) throws -> [String] {
    AnswerJSON.lines(try Self.history.answer(question, file: "x")).map {
      String(decoding: JSONText.bytes(of: $0), as: UTF8.self)
    }
  }

  @Test func `within a gap no value is called unchanged`() throws {
    #expect(
      try lines(.diff(3, 4)) == [
        "The state after commit 3 is not known; this is the one after commit 2.",
        "The changes between them are not known.",
      ]
    )
  }

  @Test func `a gap made what it changed, and its commits are unknown`() throws {
    let history = History(taking: [
      .state(0, ["a": 0]), .dropped(1, 3, .room), .state(3, ["a": 1]), .commit(4),
    ])
    let gap =
      "Commits 1 to 3 are missing, or came without their changes: the program had no room for more."
    #expect(
      try lines(.why("a", at: nil), of: history)
        == ["a is 1 after commit 4.", "It became so in a gap. \(gap)"]
    )
    let unknown = "The state after commit 2 is not known; this is the one after commit 0."
    #expect(try lines(.state("", at: 2), of: history) == [unknown, "a: 0"])
    let error = #expect(throws: QuestionError.self) { try lines(.show(2), of: history) }
    #expect(error?.description == "Commit 2 is not known. \(gap)")
  }

  @Test func `JSON says which states are compared`() throws {
    let changes = #"[{"kind":"set","path":["n"],"old":0,"new":2}]"#
    #expect(try json(.diff(0, 4)) == [#"{"from":0,"to":2,"askedTo":4,"changes":\#(changes)}"#])
    #expect(try json(.diff(0, 2)) == [#"{"from":0,"to":2,"changes":\#(changes)}"#])
    #expect(try json(.diff(3, 4)) == [#"{"from":2,"to":2,"askedFrom":3,"askedTo":4,"changes":[]}"#])
  }

  @Test func `a change in a gap has no time`() throws {
    let lines = try lines(.history("n", at: nil))
    #expect(lines.filter { $0.hasPrefix("──") } == ["── 2023-11-14 ──"])
    let gap = lines.firstIndex { $0.contains("! Commits 3 to 6 are missing") } ?? 0
    #expect(lines[gap...(gap + 1)].allSatisfy { $0.hasPrefix("             ") }, "\(lines)")
  }
}
