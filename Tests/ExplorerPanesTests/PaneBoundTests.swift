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
    ("cause", { $0.cause = .init(commit: 1, effect: long, run: 1) }),
    ("remark", { $0.note = long }),
  ]

  @Test(arguments: edits.indices)
  func `a text of an action has at most a hundred lines`(_ index: Int) {
    let short = ActionPane.lines(of: Self.commit { _ in }, width: 40).count
    let lines = ActionPane.lines(of: Self.commit(Self.edits[index].edit), width: 40)
    #expect(lines.count > 50)
    #expect(lines.count <= 100 + short + 1)
    #expect(lines.contains { $0.text.hasSuffix("…") })
  }

  @Test func `a payload has at most two thousand lines`() {
    let payload: Tree = ["a": .string(Self.long), "b": .string(Self.long), "c": 1]
    let lines = ActionPane.lines(of: Self.commit { $0.action.payload = payload }, width: 40)
    let end = lines.firstIndex { $0.text == "…" }
    #expect(end == 2_001)
    // Nothing is left out as long as there is room.
    let whole = TreeText(width: 40, isTerminal: true).lines(payload, atMost: 100_000)
    #expect(whole == TreeText(width: 40, isTerminal: true).lines(payload))
    #expect(whole.last?.text == "c: 1")
    let cut = TreeText(width: 40, isTerminal: true).lines(payload, atMost: 10)
    #expect(cut.dropLast() == whole.prefix(10))
    #expect(cut.last?.text == "…")
  }

  @Test func `changes behind two thousand lines are counted`() {
    let changes = (0..<30_000).map { number in
      TreeChange.set(["a"], old: .integer(number), new: .integer(number + 1))
    }
    let lines = ChangesPane.lines(of: Self.commit { $0.changes = changes }, width: 40)
    #expect(lines.count == 2_001)
    #expect(lines.last?.text == "… and 28,000 more")
    let first = Self.commit { $0.changes = Array(changes[..<2_000]) }
    let few = ChangesPane.lines(of: first, width: 40)
    #expect(few.count == 2_000)
    #expect(few.last?.text == "~ a: 1999 → 2000")
  }

  @Test func `a path has at most a hundred lines`() {
    let change = TreeChange.set(TreePath([.key(Self.long)]), old: 1, new: 2)
    let lines = ChangesPane.lines(of: Self.commit { $0.changes = [change] }, width: 40)
    #expect(lines.count == 102)
  }
}
