import ExplorerTerminal
import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// What keys lead to: a table for each kind of screen.
@Suite(.inTurn) struct KeyTableTests {
  /// What is typed, and what the screen is then.
  typealias Row = (keys: String, summary: String)

  private static let marked = "“Commit 8 is marked: = compares another one with it."
  private static let noValue = "“Move the cursor to a value in State or Changes first: 3, Tab, j."
  private static let restarted = "“Searched on from the beginning."

  /// The list.
  private static let list: [Row] = [
    ("j", "following"), ("k", "at 7"), ("kkG", "following"), ("kj", "at 8"), ("g", "at 1"),
    ("⇱⇲", "following"), ("⇱", "at 1"), ("kk↑", "at 5"), ("gk", "at 1"), ("gj↓", "at 3"),
    ("⇞", "at 1"), ("⇟", "following"), ("g⇟", "at 8"), ("g\u{4}", "at 8"), ("g\u{6}", "at 8"),
    ("\u{2}", "at 1"), ("\u{15}", "at 1"), (" ", "following; paused"), ("  ", "following"),
    ("m", "following; mark 8; \(marked)"), ("mm", "following; “Commit 8 is no longer marked."),
    ("=", "following; “Mark a commit with m first, then compare another one with it."),
    ("m=", "following; mark 8; “This is the marked commit. Select another one."),
    ("gjmG=", "following; mark 2; Compared"), ("gjmG=\u{1B}", "following; mark 2; Changes"),
    ("gjmG=m", "following; mark 8; Compared; \(marked)"),
    ("gjmG=kk", "at 6; mark 2; Compared"), ("\u{C}", "following; redrawn"),
    ("/a\u{C}b", "following; find: ab|; redrawn"),
    ("?\u{C}", "following; help(top: 0); redrawn"), ("c", "following; sinceBefore"),
    ("cc", "following"), ("C", "following; nested"), ("CC", "following"), (":3\r", "at 3"),
    (":9\r", "following; ! There is no commit 9."), (":0\r", "following; ! There is no commit 0."),
  ]

  /// The pane.
  private static let pane: [Row] = [
    ("\t", "following; in the pane"), ("l", "following; in the pane"), ("lh", "following"),
    ("→", "following; in the pane"), ("→←", "following"), ("⇤", "following; in the pane"),
    ("\t⇤", "following"), ("21", "following"), ("\r", "following; in the pane"),
    ("\r\u{1B}", "following"), ("2", "following; Changes"), ("3", "following; State"),
    ("33", "following; State"), ("4", "following; Cause"), ("5", "following; Effects"),
    ("6", "following; Statistics"), ("b", "following; State; blaming"), ("bb", "following; State"),
    ("b2b", "following; State; blaming"), ("3lj", "following; State; in the pane; on third"),
    ("3lG", "following; State; in the pane; on third"),
    ("3ljg", "following; State; in the pane; on count"),
    ("2lj", "following; Changes; in the pane; on count"),
    ("gl2j", "at 1; Changes; in the pane; on count"), ("4l\r", "at 8; Cause; in the pane"),
  ]

  /// Questions about a value.
  private static let values: [Row] = [
    ("w", "following; \(noValue)"),
    ("3w", "following; State; “count is so because of commit 8."),
    ("3ljw", "at 6; State; in the pane; on third; “third is so because of commit 6."),
    ("3ljw[", "at 3; State; in the pane; on third; “third was changed by commit 3."),
    ("3ljw[[", "at 3; State; in the pane; on third; “third has no change before commit 3."),
    ("3ljw[[[", "at 3; State; in the pane; on third; “third has no change before commit 3."),
    ("3ljw]", "at 6; State; in the pane; on third; “third has no change after commit 6."),
    ("3l]", "following; State; in the pane; “count has no change after commit 8."),
    ("3lw", "following; State; in the pane; “count is so because of commit 8."),
    ("3ljp", "following; State; in the pane; on third; pins third"),
    ("3ljpp", "following; State; in the pane; on third"),
    ("3ljph]", "following; State; on third; pins third; “third has no change after commit 8."),
    ("p", "following; \(noValue)"),
  ]

  /// Finding.
  private static let finding: [Row] = [
    ("/", "following; find: |"), ("/\r", "following"),
    ("/third\r", "at 3; \(restarted)"), ("/third\rn", "at 6"), ("/third\rnn", "at 3; \(restarted)"),
    ("/third\rN", "at 6; “Searched on from the end."), ("/third\rNN", "at 3"),
    ("n", "following; “Type / and a text first."),
    ("/nowhere\r", "following; ! “nowhere” is not there."), ("/5\r", "at 5; \(restarted)"),
    ("/tap\r", "at 1; \(restarted)"), ("/Counter.swift:4\r", "at 4; \(restarted)"),
    ("3l/count\r", "following; State; in the pane; on count; \(restarted)"),
    ("3l/count\rn", "following; State; in the pane; on count; \(restarted)"),
    ("3l/6\r", "following; State; in the pane; on third"),
    ("3l/nowhere\r", "following; State; in the pane; ! “nowhere” is not there."),
    ("2l/third\r", "following; Changes; in the pane; ! “third” is not there."),
    ("l/by\r", "following; in the pane"), ("l/by\rn", "following; in the pane; \(restarted)"),
    ("/abc\u{1B}", "following"), ("/\u{7F}", "following"),
  ]

  /// Commands by name.
  private static let commands: [Row] = [
    (":", "following; command: |"), (":\r", "following"),
    (":sta\r", "following; command: sta|; 0..<3 it may be state, statistics"),
    (":stat\t", "following; command: state|"), (":stati\r", "following; Statistics"),
    (":nothing\r", "following; command: nothing|; 0..<7 there is no such command"),
    (":last 3\r", "following; command: last 3|; 5..<6 last takes nothing"),
    (":filter type:Third\r", "following; only type:Third"),
    (":filter type:\r", "following; filter: type:|; 0..<5 type needs a value. Write type:Add*."),
    (":find third\r", "at 3; \(restarted)"),
    (":save a.session\r", "following; asks save(\"a.session\")"),
    (":dispatch Add {\"by\":2}\r", "following; asks dispatch Add(by: 2)"),
    (":disp Third\r", "following; action: Third|; 0..<5 the program accepts Add, Reset"),
    (":mark\r", "following; mark 8; \(marked)"),
    (":quit\r", "following; over"), ("q", "following; over"), ("\u{3}", "following; over"),
  ]

  /// Filters.
  private static let filters: [Row] = [
    ("f", "following; filter: |"), ("ftype:Third\r", "following; only type:Third"),
    ("ftype:Third\rf", "following; only type:Third; filter: type:Third|"),
    ("ftype:Third\r\u{1B}", "following"), ("ftype:Third\rf\u{15}\r", "following"),
    (
      "ftype:Third and\r",
      "following; filter: type:Third and|; 14..<14 it ends where a term is expected, such as type:Add*."
    ),
    ("ftype:Third and\r\u{17}", "following; filter: type:Third |"),
    ("ftype:Third\rg3l\tk", "at 3; only type:Third; State"), ("fty\t", "following; filter: type:|"),
    ("fty\tT\t", "following; filter: type:Third|"),
    ("ftype:Third\r:4\r", "at 4; “The filter hid commit 4, and is off."),
  ]

  /// Programs and the help.
  private static let overlays: [Row] = [
    ("?", "following; help(top: 0)"), ("?j", "following; help(top: 1)"),
    ("?G", "following; help(top: 53)"), ("??", "following"), ("?q", "following"),
    ("?\u{1B}", "following"), ("?m", "following; help(top: 0)"),
    ("?P", "following; programs(cursor: \"counter\")"),
    ("P", "following; programs(cursor: \"counter\")"),
    ("Pj", "following; programs(cursor: \"counter\")"), ("P\r", "following"), ("P1", "following"),
    ("P2", "following; programs(cursor: \"counter\")"), ("PP", "following"),
    ("P/oun\r", "following; programs(cursor: \"counter\")"),
    ("P/x\r", "following; programs(cursor: \"counter\"); ! “x” is not there."),
  ]

  /// What programs are asked for.
  private static let requests: [Row] = [
    ("t", "following; asks travel(8)"), ("kkt", "at 6; asks travel(6)"),
    ("T", "following; “The program has not travelled: t puts an earlier state into it."),
    ("x", "at 8; asks leave out [8]"), ("kx", "at 7; asks leave out [7]"),
    ("X", "following; “No action is left out: x leaves out that of the commit."),
    ("y", "following; asks copy(\"Add(by: 8)\", what: \"the action of commit 8\")"),
    ("ly", "following; in the pane; asks copy(\"Add\", what: \"the line\")"),
    ("o", "following; asks open(file: \"App/Counter.swift\", line: 8)"),
    ("s", "following; save: explorer.session|"),
    ("s\r", "following; asks save(\"explorer.session\")"), ("s\u{15}\r", "following"),
    ("d", "following; action: |"),
    ("dTh\r", "following; action: Th|; 0..<2 the program accepts Add, Reset"),
    ("dR\r", "following; form Reset >="), ("dA\r", "following; form Add >by=8"),
    ("dA\t\r", "following; form Add >by=8"),
    (
      "dAdd {\"by\":2\r",
      "following; action: Add {\"by\":2|; 4..<11 The line is damaged at byte 7: the text ends in the middle of a value."
    ),
    ("dAdd {\"by\":2}\r", "following; asks dispatch Add(by: 2)"),
    ("e", "following; form Add >by=8"),
    ("kke", "at 6; ! The program does not accept Third, but Add, Reset."),
    ("dA\r\r", "following; form Add >by=8; sending; asks dispatch Add(by: 8)"),
    ("dA\r\r\r", "following; form Add >by=8; sending; asks dispatch Add(by: 8)"),
    ("dA\r\u{12}\r", "following; asks dispatch Add(by: 8)"), ("d\r", "following"),
  ]

  static let tables = [
    "the list": list, "the pane": pane, "questions about a value": values, "finding": finding,
    "commands by name": commands, "filters": filters, "programs and the help": overlays,
    "what programs are asked for": requests,
  ]

  @Test(arguments: tables.keys.sorted())
  func `keys lead to what the help says`(table: String) throws {
    let screen = Desk(to: 8)
    for (keys, summary) in try #require(Self.tables[table]) {
      var desk = screen
      desk.type(keys)
      #expect(desk.state.summary == summary, "\(keys.debugDescription)")
    }
  }

  @Test func `each key of the help is in a table`() {
    let typed = Set(Self.tables.values.joined().flatMap { $0.keys.map(Desk.key) })
    #expect(KeyBinding.all.filter { !typed.isSuperset(of: $0.keys) }.map(\.command) == [])
  }
}

@Suite(.inTurn) struct KeyTests {
  @Test func `no command has two entries, and no key`() {
    let commands = KeyBinding.all.map(\.command)
    #expect(Set(commands).count == commands.count)
    let keys = KeyBinding.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `the help says what every key does`() {
    let lines = KeyBinding.helpLines(width: 240).map(\.text)
    for binding in KeyBinding.all {
      // The meaning stands beside the key.
      let isShown = lines.contains { line in
        line.ranges(of: binding.meaning).contains { range in
          var front = line[..<range.lowerBound]
          while front.last == " " { front.removeLast() }
          return front.hasSuffix(binding.name)
        }
      }
      #expect(isShown, "\(binding.name)")
    }
    for group in KeyBinding.groups { #expect(lines.contains(group.heading)) }
  }

  @Test func `the documentation says what every key does`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = root.appending(path: "Sources/Sluice/Sluice.docc/WatchingAProgram.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for binding in KeyBinding.all {
      let row = "| `\(binding.name)` | \(binding.meaning.replacing("|", with: "\\|")) |"
      #expect(text.contains(row + "\n"), "\(row)")
    }
  }

  @Test func `the last line always leads to the help`() {
    for width in [20, 40, 80, 200] {
      let line = KeyLine.line(isInDetail: false, overlay: nil, width: width)
      #expect(line.text.hasSuffix("? help"))
      #expect(line.text.count <= width)
    }
  }
}
