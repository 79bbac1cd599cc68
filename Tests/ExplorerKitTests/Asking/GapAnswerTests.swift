import ExplorerTerminal
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What is said of commits that are missing.
@Suite struct GapAnswerTests {
  /// Commits 1 and 2, then a state after commit 6.
  private static let history: History = {
    var history = History(History.Limits())
    history.take(.state(.init(number: 0, state: ["n": 0])))
    for number in 1...2 {
      history.take(
        .commit(
          WireRecord.Commit(
            number: number,
            time: 1_700_000_000_000_000,
            action: .init(type: "Act"),
            changes: [.set(["n"], old: .number(number - 1), new: .number(number))]
          )
        )
      )
    }
    history.take(.dropped(.init(count: 3, from: 3, to: 5, reason: .pause)))
    history.take(.state(.init(number: 6, state: ["n": 6])))
    return history
  }()

  private func lines(_ question: Question) throws -> [String] {
    var text = AnswerText(
      columns: nil,
      isFull: false,
      isPlotted: false,
      log: PlainLog(palette: Palette(isColored: false), columns: { nil })
    )
    return text.lines(try Self.history.answer(question, file: "x")).map(\.text)
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
        "What changed between them is not known.",
      ]
    )
    #expect(
      try json(.diff(3, 4)) == [#"{"from":2,"to":2,"askedFrom":3,"askedTo":4,"changes":[]}"#]
    )
  }

  @Test func `JSON says which states are compared`() throws {
    let changes = #"[{"kind":"set","path":["n"],"old":0,"new":2}]"#
    #expect(try json(.diff(0, 4)) == [#"{"from":0,"to":2,"askedTo":4,"changes":\#(changes)}"#])
    #expect(try json(.diff(0, 2)) == [#"{"from":0,"to":2,"changes":\#(changes)}"#])
  }

  @Test func `a change in a gap has no time`() throws {
    let lines = try lines(.history(StatePath(parsing: "n"), at: nil))
    #expect(lines.filter { $0.hasPrefix("──") } == ["── 2023-11-14 ──"])
    let gap = lines.firstIndex { $0.contains("! Commits 3 to 6 are missing") } ?? 0
    #expect(lines[gap...(gap + 1)].allSatisfy { $0.hasPrefix("             ") }, "\(lines)")
  }
}
