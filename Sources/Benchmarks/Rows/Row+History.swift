import ExplorerKit
import SluiceHistory
import SluiceTree
import SluiceWire

extension Row {
  /// An Explorer's history: taking commits in, holding 100,000 of them, and asking about them.
  static var history: [Row] {
    [
      Row("history, a commit with 200 bytes of changes", goal: .nanoseconds(atMost: 3_000)) {
        let commits = (1...LongSession.count).map(LongSession.commit)
        var taken = 0
        var history = LongSession.begun()
        return Subject { count in
          for _ in 0..<count {
            if taken == commits.count {
              history = LongSession.begun()
              taken = 0
            }
            history.take(commits[taken])
            taken += 1
          }
        } check: { _ in
          try expect("last commit", history.lastNumber ?? -1, is: taken)
          let known = history.state(after: taken)
          try expect("known state", known?.isExact == true ? 1 : 0, is: 1)
        }
      },
      Row("history, 100000 commits held", unit: "MiB", goal: .amount(atMost: 150, unit: "MiB")) {
        ResidentMemory.trim()
        let before = ResidentMemory.bytes
        let history = LongSession.history()
        ResidentMemory.trim()
        let after = ResidentMemory.bytes
        try expect("commits", history.count, is: LongSession.count)
        guard let before, let after else { return nil }
        return Double(after - before) / Double(1 << 20)
      },
      // The first commit set it, and no later one did.
      question("why", atMost: 20, is: 1) { history in
        history.why(StatePath(["user", "name"] as TreePath), at: LongSession.count)?.author.number
      },
      question("why, an element that others pass", atMost: 20, is: 1) { history in
        let path = try? StatePath(parsing: "log[id:1].text")
        return path.flatMap { history.why($0, at: LongSession.count)?.author.number }
      },
      // A thousand commits behind a checkpoint.
      question("state(after:)", atMost: 20, is: LongSession.count - 1) { history in
        history.state(after: LongSession.count - 1)?.number
      },
      question("changes(of:in:)", atMost: 100, is: 5_000) { history in
        let path = try? StatePath(parsing: "todos[id:7].done")
        return path.flatMap { history.changes(of: $0, in: 1...LongSession.count)?.count }
      },
      question("blame", atMost: 100, is: LongSession.leaves) { history in
        history.blame(at: LongSession.count)?.leaves.count
      },
      question("runs(in:)", atMost: 100, is: 0) { history in
        history.runs(in: 1...LongSession.count).count
      },
    ]
  }

  private static func question(
    _ name: String,
    atMost milliseconds: Double,
    is expected: Int,
    _ ask: @escaping (History) -> Int?
  ) -> Row {
    Row(
      "history of 100000 commits, \(name)",
      goal: .nanoseconds(atMost: milliseconds * 1_000_000)
    ) {
      let history = LongSession.history()
      return Subject { count in
        for _ in 0..<count { consume(ask(history)) }
      } check: { _ in
        try expect(name, ask(history) ?? -1, is: expected)
      }
    }
  }
}

/// A program with twenty things to do, and a log of the first commit and the last fifty.
private struct LongSession {
  static let count = 100_000
  static let todos = 20
  static let logged = 50
  /// Of the name, the things to do and the log.
  static let leaves = 1 + todos * 3 + (logged + 1) * 2

  static func begun() -> History {
    let todos = (0..<todos).map { id -> Tree in
      ["id": .integer(Int64(id)), "title": "A thing to do", "done": false]
    }
    var history = History()
    let state: Tree = ["user": ["name": ""], "todos": .array(todos), "log": []]
    history.take(.state(.init(number: 0, state: state)))
    return history
  }

  static func history() -> History {
    var history = begun()
    for number in 1...count { history.take(commit(number)) }
    return history
  }

  static func commit(_ number: Int) -> WireRecord {
    let (pass, todo) = (number - 1).quotientAndRemainder(dividingBy: todos)
    let isDone = pass.isMultiple(of: 2)
    var changes: [TreeChange] = [
      .set(["todos", .index(todo), "done"], old: .bool(!isDone), new: .bool(isDone))
    ]
    if number == 1 { changes.append(.set(["user", "name"], old: "", new: "Ada")) }
    if number > logged + 1 {
      changes.append(.remove(["log", .index(logged - 1)], old: entry(number - logged)))
    }
    changes.append(.add(["log", 0], entry(number)))
    return .commit(
      WireRecord.Commit(
        number: number,
        time: Int64(number) * 1_000,
        action: .init(type: "ToggleTodo", payload: ["id": .integer(Int64(todo))]),
        origin: .init(file: "Todo/TodoList.swift", line: 12, function: "toggle(_:)"),
        reducing: 1_500,
        changes: changes
      )
    )
  }

  private static func entry(_ number: Int) -> Tree {
    ["id": .integer(Int64(number)), "text": "toggled"]
  }
}
