import ExplorerKit
import SluiceTree
import SluiceWire

extension Row {
  /// The cost of an Explorer's filter for each commit.
  static var filters: [Row] {
    [
      filter("type:Add* and changed:todos.items and not failed", admitting: 500),
      filter("changed:**.title or slow:>2ms or cause:1", admitting: 500),
      filter("payload:milk", admitting: 500),
    ]
  }

  private static func filter(_ text: String, admitting expected: Int) -> Row {
    Row("filter \(text), a commit", goal: .nanoseconds(atMost: 1_000)) {
      var filter = try Filter(parsing: text)
      let records = (1...1_000).map(record)
      return Subject { count in
        for number in 0..<count {
          consume(filter.admits(records[number % 1_000], app: "Shop", instance: "a"))
        }
      } check: { _ in
        let admitted = records.filter { filter.admits($0, app: "Shop", instance: "a") }
        try expect("admitted", admitted.count, is: expected)
      }
    }
  }

  /// Every second one adds an element.
  private static func record(_ number: Int) -> WireRecord {
    let isAdding = number.isMultiple(of: 2)
    let title: Tree = .string(isAdding ? "Oat milk and more" : "Coffee")
    let added = TreeChange.add(["todos", "items", .index(number)], ["title": title])
    return .commit(
      WireRecord.Commit(
        number: number,
        time: 0,
        action: .init(type: isAdding ? "AddTodo" : "ToggleTodo", payload: ["title": title]),
        origin: .init(file: "Shop/Main.swift", line: 12, function: "tap()"),
        reducing: 1_500,
        changes: [.set(["time"], old: 1, new: 2), isAdding ? added : .set(["on"], old: 1, new: 2)]
      )
    )
  }
}
