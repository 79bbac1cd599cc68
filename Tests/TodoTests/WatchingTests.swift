import Foundation
import Sluice
import SluiceMonitor
import SluiceTesting
import TestSupport
import Testing
import TodoFetching
import TodoList

@testable import TodoApp

/// The program as `sluice-explorer` sees it.
@Suite(.inTurn)
struct WatchingTests {
  private let folder: TemporaryDirectory
  private let file: URL
  private let session: URL

  init() throws {
    folder = try TemporaryDirectory()
    file = folder.url.appending(path: "todos.json")
    session = folder.url.appending(path: "todo.session")
  }

  @Test func `the program records itself when its environment asks for it`() throws {
    let process = try PipedProcess(
      [file.path],
      program: "TodoApp",
      environment: ["SLUICE_EXPLORER": "file:\(session.path)"]
    )
    try process.input.write(contentsOf: Data("add Milk\nadd Bread\ncomplete\nundo\n".utf8))
    try process.input.close()
    let said = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.end() == 0)
    #expect(said.hasSuffix("2 of 2 to do, showing all\n  1 [ ] Milk\n  2 [ ] Bread\n"))

    let recording = try Recording(at: session)
    #expect(recording.name == "Todo")
    #expect(recording.numbers == Array(1...recording.numbers.count))
    #expect(
      recording.actions == [
        "AddTodo Milk", "AddTodo Bread", "ToggleTodo", "ToggleTodo", "StateRestored",
      ]
    )
    // Saved before the end, which was waited for.
    #expect(try String(contentsOf: file, encoding: .utf8).contains(#""title":"Bread""#))
  }
}

/// What is in a session file.
private struct Recording {
  private let records: [[String: Any]]

  init(at url: URL) throws {
    records = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map { line in
      try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    }
  }

  private func records(_ type: String) -> [[String: Any]] {
    records.filter { $0["type"] as? String == type }
  }

  var name: String? { records.first?["name"] as? String }
  var numbers: [Int] { records("commit").compactMap { $0["number"] as? Int } }
  /// By type, with the title if there is one.
  var actions: [String] {
    records("commit").compactMap { $0["action"] as? [String: Any] }.map { action in
      let title = (action["payload"] as? [String: Any])?["title"] as? String
      return [action["type"] as? String, title].compactMap(\.self).joined(separator: " ")
    }
  }
}
