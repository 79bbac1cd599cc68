import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a program sends may be of any length, what a pane shows of it is not.
@Suite(.inTurn) struct PaneBoundTests {
  private static let long = Array(repeating: "milk", count: 20_000).joined(separator: " ")

  private static func commit(_ edit: (inout WireRecord.Commit) -> Void) -> WireRecord.Commit {
    var commit = WireRecord.Commit(number: 2, time: 0, action: .init(type: "Add"))
    edit(&commit)
    return commit
  }

  static let edits: [(name: String, edit: @Sendable (inout WireRecord.Commit) -> Void)] = [
    ("name", { $0.action.type = long }),
    ("id", { $0.action.id = long }),
    ("case", { $0.action.payload = .enumCase(name: long, payload: .init([])) }),
    ("file", { $0.origin = .init(file: long, line: 1, function: "f()") }),
    ("function", { $0.origin = .init(file: "a.swift", line: 1, function: long) }),
    ("info", { $0.origin = .init(file: "a.swift", line: 1, function: "f()", info: long) }),
    ("remark", { $0.note = long }),
  ]

  @Test func `a text of an action has at most a hundred lines`() {
    let short = CommitPane.lines(of: Self.commit { _ in }, width: 40).count
    for (name, edit) in Self.edits {
      let lines = CommitPane.lines(of: Self.commit(edit), width: 40)
      #expect((51...100 + short + 1).contains(lines.count), "\(name)")
      #expect(lines.contains { $0.text.hasSuffix("…") }, "\(name)")
    }
  }

  private static func action(_ payload: Tree) -> [PaneLine] {
    CommitPane.lines(of: commit { $0.action.payload = payload }, width: 40)
  }

  private static let large = Tree.array((0..<10_000).map { .integer($0) })

  @Test func `a payload has at most two thousand lines`() {
    let payload: Tree = ["a": .string(Self.long), "b": .string(Self.long), "c": 1]
    for payload in [payload, Self.large] {
      #expect(Self.action(payload).firstIndex { $0.text == "…" } == 2_001)
    }
    // Nothing is left out as long as there is room.
    let text = TreeText(width: 40, isTerminal: true)
    let (whole, cut) = (text.lines(payload, atMost: 100_000), text.lines(payload, atMost: 10))
    #expect(whole == text.lines(payload))
    #expect(cut.dropLast() == whole.prefix(10))
    #expect([whole.last?.text, cut.last?.text] == ["c: 1", "…"])
  }

  @Test func `a deep payload keeps its names`() {
    var deep: Tree = "a text that is too long for the line that it is on"
    for _ in 0..<60 { deep = ["inner": deep] }
    let lines = Self.action(deep)
    #expect(lines.count { $0.text.hasSuffix("inner:") } == 59)
    #expect(lines.allSatisfy { $0.columns <= 40 })
  }

  @Test func `a large change is shown in part, and a large list of runs, too`() {
    let change = TreeChange.set(["list"], old: Self.large, new: .string("small"))
    #expect(ChangesPane.lines(of: [change], width: 40).count < 110)

    let runs = (0..<5_000).map { History.Run(effect: "Run", run: $0, commit: nil) }
    let lines = RunsPane(of: .init(runs: runs, now: 0), width: 40).lines
    #expect(lines.contains { $0.text == "… 4,800 earlier runs" })
    #expect(lines.count < 210)
  }

  @Test func `of a large list of runs those that are alive are shown, and then the last`() {
    let runs = (0..<1_000).map { number in
      var run = History.Run(effect: "Run", run: number, commit: nil)
      let end = WireRecord.Effect(
        event: .ended,
        effect: "Run",
        run: number,
        commit: nil,
        time: 0
      )
      if number != 7 { run.end(end, after: number) }
      return run
    }
    let text = RunsPane(of: .init(runs: runs, now: 0), width: 40).lines.map(\.text).joined()
    #expect(["Run #7,", "Run #801,", "Run #999,"].allSatisfy(text.contains))
    #expect(!text.contains("Run #800,"))
  }

  @Test func `a failed attempt stands in the bar of its run`() {
    var run = History.Run(effect: "Run", run: 1, commit: nil)
    run.startTime = 0
    let attempt = WireRecord.Effect(
      event: .retrying,
      effect: "Run",
      run: 1,
      commit: nil,
      time: 50
    )
    _ = run.retry(History.Run.Retry(attempt))
    let line = RunsPane(of: .init(runs: [run], now: 100), width: 60).lines.first?.text
    #expect(line?.contains("━↻━") == true && line?.contains("▶") == true)
  }

  @Test func `changes behind two thousand lines are counted`() {
    let changes = (0..<30_000).map { number in
      TreeChange.set(["a"], old: .integer(number), new: .integer(number + 1))
    }
    let ends = [(30_000, 2_001, "… and 28,000 more"), (2_000, 2_000, "~ a: 1999 → 2000")]
    for (count, shown, last) in ends {
      let commit = Self.commit { $0.changes = Array(changes[..<count]) }
      let lines = ChangesPane.lines(of: commit, width: 40)
      #expect(lines.count == shown)
      #expect(lines.last?.text == last)
    }
  }

  @Test func `a path has at most a hundred lines`() {
    let change = TreeChange.set(TreePath([.key(Self.long)]), old: 1, new: 2)
    let lines = ChangesPane.lines(of: Self.commit { $0.changes = [change] }, width: 40)
    #expect(lines.count == 102)
  }
}
