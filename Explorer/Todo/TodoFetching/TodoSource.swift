import Foundation
package import TodoList

/// Where to-dos come from: in a test, a closure; else a file that somebody else writes.
package struct TodoSource: Sendable {
  package var todos: @Sendable () async throws -> [Todo]

  package init(todos: @escaping @Sendable () async throws -> [Todo]) {
    self.todos = todos
  }

  /// A text file with a to-do on each line.
  ///
  /// A line's text is its id, too: fetched twice, it is there once.
  package static func file(_ path: String) -> TodoSource {
    TodoSource { try await lines(of: path) }
  }

  /// Off the caller's actor: it waits for a disk.
  @concurrent
  private static func lines(of path: String) async throws -> [Todo] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).map { line in
      Todo(id: "fetched: \(line)", title: String(line))
    }
  }
}
