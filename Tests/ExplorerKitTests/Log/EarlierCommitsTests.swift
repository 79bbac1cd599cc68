import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What programs did before they were watched.
@Suite(.inTurn) struct EarlierCommitsTests {
  private static func lines(
    since beginning: Int64?,
    _ numbers: ClosedRange<Int>,
    showsBacklog: Bool = false
  ) -> [String] {
    var log = PlainLog(since: beginning) {
      $0.showsBacklog = showsBacklog
      $0.time = .delta
    }
    var hello = WireRecord.Hello("a")
    hello.lastCommit = numbers.upperBound
    let records: [WireRecord] =
      numbers.map { .commit($0, .init(type: "Act\($0)"), at: Int64($0)) }
      + [
        .effect(.started, "Save", at: 1), .state(numbers.upperBound, 1), .commit(99, "Now", at: 99),
      ]
    let events = [HubEvent.connected(label: "Todo", hello)] + records.map { .record($0) }
    return log.lines(about: events).map { String($0.dropFirst(14)) }
  }

  @Test func `commits before the Explorer are one line`() {
    #expect(
      Self.lines(since: 50, 3...40) == [
        "     connected (process 1)", "   … 38 earlier actions, 3 to 40: --backlog shows them",
        "  40 1", "  99 Now",
      ]
    )
    #expect(Self.lines(since: 50, 3...3)[1] == "   … 1 earlier action, 3: --backlog shows it")
  }

  @Test func `commits before the Explorer are shown on request`() {
    let lines = Self.lines(since: 50, 3...40, showsBacklog: true)
    #expect(lines.count == 42)
    #expect(lines[1] == "   3 Act3")
    #expect(lines[39] == "   ▸ Save #1 started  ← 1")
  }

  @Test func `a program that began after the Explorer is shown from its beginning`() {
    let lines = Self.lines(since: 1, 1...5)
    #expect(
      lines == [
        "     connected (process 1)", "   1 Act1", "   2 Act2", "   3 Act3", "   4 Act4",
        "   5 Act5", "   ▸ Save #1 started  ← 1", "   5 1", "  99 Now",
      ]
    )
  }

  @Test func `a session's backlog is one line if it is long`() {
    #expect(Self.lines(since: nil, 1...10).contains("   7 Act7"))
    let lines = Self.lines(since: nil, 1...11)
    #expect(lines[1] == "   … 11 earlier actions, 1 to 11: --backlog shows them")
  }
}
