import ExplorerTerminal
import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// What keys lead to: a table for each kind of screen.
@Suite(.inTurn) struct KeyTableTests {
  /// What is typed, and what the screen is then.
  typealias Row = (keys: String, summary: String)

  private static let list: [Row] = [
    ("j", "following"),
    ("k", "at 7"),
    ("kkG", "following"),
    ("kj", "at 8"),
    ("g", "at 1"),
    ("⇱⇲", "following"),
    ("⇱", "at 1"),
    ("kk↑", "at 5"),
    ("gk", "at 1"),
    ("gj↓", "at 3"),
    ("⇞", "at 1"),
    ("⇟", "following"),
    ("g⇟", "at 8"),
    ("g\u{4}", "at 8"),
    ("g\u{6}", "at 8"),
    ("\u{2}", "at 1"),
    ("\u{15}", "at 1"),
    (" ", "following; paused"),
    ("  ", "following"),
    ("m", "following; mark 8; “Commit 8 is marked: = compares another one with it."),
    ("mm", "following; “Commit 8 is no longer marked."),
    ("=", "following; “Mark a commit with m first, then compare another one with it."),
    ("m=", "following; mark 8; “This is the marked commit. Select another one."),
    ("gjmG=", "following; mark 2; Compared"),
    ("gjmG=\u{1B}", "following; mark 2"),
    ("gjmG=\u{1B}\u{1B}", "following; mark 2"),
    ("gjmG=m", "following; mark 8; Compared; “Commit 8 is marked: = compares another one with it."),
    ("gjmG=kk", "at 6; mark 2; Compared"),
    ("\u{C}", "following; redrawn"),
    ("/a\u{C}b", "following; find: ab|; redrawn"),
    ("?\u{C}", "following; help(top: 0); redrawn"),
    ("c", "following; sinceLast"),
    ("cc", "following"),
    (":3\r", "at 3"),
    (":9\r", "following; ! There is no commit 9."),
    (":0\r", "following; ! There is no commit 0."),
  ]

  private static let pane: [Row] = [
    ("\t", "following; in the pane"),
    ("l", "following; in the pane"),
    ("lh", "following"),
    ("→", "following; in the pane"),
    ("→←", "following"),
    ("⇤", "following; in the pane"),
    ("\t⇤", "following"),
    ("21", "following; in the pane"),
    ("\r", "following; in the pane"),
    ("\r\u{1B}", "following"),
    ("1", "following; in the pane"),
    ("2", "following; State; in the pane"),
    ("22", "following; State; in the pane"),
    ("3", "following; Runs; in the pane"),
    ("3\t", "following; Runs"),
    ("b", "following; State; blaming; in the pane"),
    ("bb", "following; State; in the pane"),
    ("b1b", "following; State; blaming; in the pane"),
    ("2j", "following; State; in the pane; on third"),
    ("2G", "following; State; in the pane; on third"),
    ("2jg", "following; State; in the pane; on count"),
    ("1jj", "following; in the pane; on count"),
    ("gj1jj", "at 2; in the pane; on count"),
    ("2\r", "following; only changed:count; State; in the pane"),
    ("1\r", "following; only type:Add; in the pane"),
    ("1j\r", "following; in the pane; asks open(file: \"App/Counter.swift\", line: 8)"),
  ]

  private static let values: [Row] = [
    ("w", "following; “Nothing led to this commit: 2 and w ask about a value."),
    ("kkw", "at 6; “Nothing led to this commit: 2 and w ask about a value."),
    ("2w", "following; State; in the pane; “count is so because of commit 8."),
    ("2jw", "at 6; State; in the pane; on third; “third is so because of commit 6."),
    ("2jw[", "at 3; State; in the pane; on third; “third was changed by commit 3."),
    ("2jw[[", "at 3; State; in the pane; on third; “third has no change before commit 3."),
    ("2jw[[[", "at 3; State; in the pane; on third; “third has no change before commit 3."),
    ("2jw]", "at 6; State; in the pane; on third; “third has no change after commit 6."),
    ("2]", "following; State; in the pane; “count has no change after commit 8."),
    ("2jp", "following; State; in the pane; on third; pins third"),
    ("2jpp", "following; State; in the pane; on third"),
    ("2jph]", "following; State; on third; pins third; “third has no change after commit 8."),
    ("p", "following; “Move the cursor to a value first: 2 shows the state."),
    ("1w", "following; in the pane; “Move the cursor to a value first: 2 shows the state."),
    ("3p", "following; Runs; in the pane; “Move the cursor to a value first: 2 shows the state."),
    ("]", "following; “Move the cursor to a value first: 2 shows the state."),
  ]

  private static let finding: [Row] = [
    ("/", "following; find: |"),
    ("/\r", "following"),
    ("/third", "at 6; find: third|"),
    ("/third\r", "at 6; /third 1 of 2, newest first"),
    ("/third\rn", "at 3; /third 2 of 2, newest first"),
    ("/third\rnn", "at 6; /third 1 of 2, newest first; “Searched on from the end."),
    ("/third\rN", "at 3; /third 2 of 2, newest first; “Searched on from the end."),
    ("/third\rNN", "at 6; /third 1 of 2, newest first"),
    ("n", "following; “Type / and a text first."),
    ("/nowhere", "following; find: nowhere|"),
    ("/nowhere\r", "following; /nowhere not there; ! “nowhere” is not there."),
    ("/5\r", "at 6; /5 1 of 2, newest first"),
    ("/tap\r", "at 8; /tap 1 of 8, newest first"),
    ("k/tap\r", "at 7; /tap 7 of 8"),
    ("k/tap\rn", "at 8; /tap 8 of 8"),
    ("/Counter.swift:4\r", "at 4; /Counter.swift:4 1 of 1"),
    ("/third\r\u{1B}", "at 6"),
    ("/thi\u{1B}", "following"),
    ("2/count\r", "following; State; in the pane; on count; /count 1 of 1"),
    (
      "2/count\rn",
      "following; State; in the pane; on count; /count 1 of 1; “Searched on from the beginning."
    ),
    ("2/6\r", "following; State; in the pane; on third; /6 1 of 1"),
    (
      "2/third\rnn",
      "following; State; in the pane; on third; /third 1 of 1; “Searched on from the beginning."
    ),
    ("2/nowhere\r", "following; State; in the pane; /nowhere not there; ! “nowhere” is not there."),
    ("1/third\r", "following; in the pane; /third not there; ! “third” is not there."),
    ("1/by\rn", "following; in the pane; /by 1 of 1; “Searched on from the beginning."),
    ("/abc\u{1B}", "following"),
    ("/\u{7F}", "following"),
    ("/third\r/↑↑\r", "at 6; /third 2 of 2"),
    ("?/frob", "following; find: frob|; help(top: 0)"),
    ("?/undo\r", "following; /undo 1 of 1; help(top: 31)"),
  ]

  private static let commands: [Row] = [
    (":", "following; command: |"),
    (":\r", "following"),
    (":st\r", "following; State; in the pane"),
    (":st\t", "following; command: state|"),
    (":sta\r", "following; State; in the pane"),
    (":ru\r", "following; Runs; in the pane"),
    (":nothing\r", "following; command: nothing|; 0..<7 there is no such command"),
    (":last 3\r", "following; command: last 3|; 5..<6 last takes nothing"),
    (":filter type:Third\r", "following; only type:Third"),
    (":filter type:\r", "following; filter: type:|; 0..<5 type needs a value. Write type:Add*."),
    (":find third\r", "at 6; /third 1 of 2, newest first"),
    (":save a.session\r", "following; asks save(\"a.session\")"),
    (":export a.html\r", "following; asks export(\"a.html\")"),
    (":dispatch Add {\"by\":2}\r", "following; asks dispatch Add(by: 2)"),
    (":disp Third\r", "following; action: Third|; 0..<5 the program accepts Add, Reset"),
    (":mark\r", "following; mark 8; “Commit 8 is marked: = compares another one with it."),
    (":quit\r", "following; over"),
    ("q", "following; over"),
    ("\u{3}", "following; over"),
  ]

  private static let filters: [Row] = [
    ("f", "following; filter: |"),
    ("ftype:Third", "following; only type:Third; filter: type:Third|"),
    ("ftype:Thi", "following; only type:Thi*; filter: type:Thi|"),
    ("ftype:Thi\r", "following; only type:Thi*"),
    ("ftype:Third", "following; only type:Third; filter: type:Third|"),
    ("ftype:Third fai", "following; only type:Third; filter: type:Third fai|"),
    ("fchanged:thi", "following; only (changed:third); filter: changed:thi|"),
    (
      "fthi\r",
      "following; filter: thi|; 0..<3 “thi” has no meaning by itself. Write payload:thi, for example."
    ),
    ("ftype:Third\u{1B}", "following"),
    ("ftype:Third\r", "following; only type:Third"),
    ("ftype:Third\rf", "following; only type:Third; filter: type:Third|"),
    ("ftype:Third\r\u{1B}", "following"),
    ("ftype:Third\rf\u{15}\r", "following"),
    (
      "ftype:Third and\r",
      "following; only type:Third; filter: type:Third and|; 14..<14 it ends where a term is expected, such as type:Add*."
    ),
    ("ftype:Third and\r\u{17}", "following; only type:Third; filter: type:Third |"),
    ("ftype:Third\rg2\tk", "at 3; only type:Third; State"),
    ("fty\t", "following; filter: type:|"),
    ("fty\tT\t", "following; only type:Third; filter: type:Third|"),
    ("ftype:Third\r:4\r", "at 4; “The filter hid commit 4, and is off."),
    ("f\t\r", "following; only type:Add"),
    ("ftype:Third\rftype:Add\u{15}↑\r", "following; only type:Third"),
    ("2f", "following; only changed:count; State; in the pane"),
    ("2jf", "following; only changed:third; State; in the pane; on third"),
    ("2j\r", "following; only changed:third; State; in the pane; on third"),
    ("1f", "following; only type:Add; in the pane"),
    ("1jf", "following; only from:Counter.swift:8; in the pane"),
    ("3f", "following; Runs; in the pane; “This line has nothing to filter by."),
  ]

  private static let overlays: [Row] = [
    ("?", "following; help(top: 0)"),
    ("?j", "following; help(top: 1)"),
    ("?G", "following; help(top: 59)"),
    ("??", "following"),
    ("?q", "following"),
    ("?\u{1B}", "following"),
    ("?m", "following; help(top: 0)"),
    ("?P", "following; programs(cursor: \"counter\")"),
    ("P", "following; programs(cursor: \"counter\")"),
    ("Pj", "following; programs(cursor: \"counter\")"),
    ("P\r", "following"),
    ("P1", "following"),
    ("P2", "following; programs(cursor: \"counter\")"),
    ("PP", "following"),
    ("P/oun\r", "following; /oun 1 of 1; programs(cursor: \"counter\")"),
    ("P/x\r", "following; /x not there; programs(cursor: \"counter\"); ! “x” is not there."),
  ]

  private static let requests: [Row] = [
    (
      "t",
      "following; “Put the state after commit 8 into Counter? t again does it; this is asked once."
    ),
    ("tt", "at 8; asks travel(8)"),
    ("kktt", "at 6; asks travel(6)"),
    (
      "tjt",
      "following; “Put the state after commit 8 into Counter? t again does it; this is asked once."
    ),
    ("T", "following; “The program has not travelled: t puts an earlier state into it."),
    (
      "x",
      "following; “Let Counter reduce all again without commit 8? x again does it; this is asked once."
    ),
    ("xx", "at 8; asks leave out [8]"),
    ("kxx", "at 7; asks leave out [7]"),
    ("xxt", "at 8; asks leave out [8]; asks travel(8)"),
    (
      "y",
      "following; asks copy(\"sluice-explorer send Add \\'{\\\"by\\\":8}\\'\", what: \"commit 8 as a command\")"
    ),
    ("ly", "following; in the pane; asks copy(\"Add(by: 8)\", what: \"the line\")"),
    ("o", "following; asks open(file: \"App/Counter.swift\", line: 8)"),
    ("s", "following; save: explorer.session|"),
    ("s\r", "following; asks save(\"explorer.session\")"),
    ("s\u{15}\r", "following"),
    ("E", "following; export: explorer.html|"),
    ("E\r", "following; asks export(\"explorer.html\")"),
    ("d", "following; action: |"),
    ("dTh\r", "following; action: Th|; 0..<2 the program accepts Add, Reset"),
    ("dR\r", "following; action: Reset {}|"),
    ("dA\r", "following; action: Add {\"by\":8}|"),
    ("dA\t\r", "following; action: Add {\"by\":8}|"),
    (
      "dAdd {\"by\":2\r",
      "following; action: Add {\"by\":2|; 11..<12 the text ends in the middle of a value"
    ),
    (
      "dAdd {\"é\":,\r",
      "following; action: Add {\"é\":,|; 9..<10 “,” is not expected here"
    ),
    ("dAdd {\"by\":2}\r", "following; asks dispatch Add(by: 2)"),
    (
      "dAdd {\"by\":2}\rd↑",
      "following; action: Add {\"by\":2}|; asks dispatch Add(by: 2)"
    ),
    ("dA\r\u{18}d↑", "following; action: Add {\"by\":8}|; asks edit Add {\"by\":8}"),
    ("s\rs\u{15}↑", "following; save: explorer.session|; asks save(\"explorer.session\")"),
    (":nothing\r\u{1B}:↑", "following; command: |"),
    ("2y", "following; State; in the pane; asks copyValue(count, after: 8)"),
    ("e", "following; action: Add {\"by\":8}|"),
    ("kke", "at 6; ! The program does not accept Third, but Add, Reset."),
    ("dA\r\r", "following; asks dispatch Add(by: 8)"),
    ("dA\r\u{18}", "following; asks edit Add {\"by\":8}"),
    ("d\r", "following"),
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
    let lines = ScreenHelp.lines(width: 240).map(\.text)
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
    for width in 20...200 {
      let line = KeyLine(Desk(to: 3, columns: width).state).line.text
      #expect(line.hasSuffix("? all keys") && line.count <= width, "\(width)")
    }
  }
}
