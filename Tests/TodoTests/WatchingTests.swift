import Foundation
import Sluice
import SluiceMonitor
import SluiceTesting
import TestSupport
import Testing
import TodoFetching
import TodoList
import TodoStorage

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

  @Test func `a recording has every commit, with values and effects`() async throws {
    let clock = TestClock()
    let app = TodoApp(
      Store(
        initialState: AppState(),
        environment: AppEnvironment(source: TodoSource { [] }, file: TodoFile(at: file)),
        clock: clock
      ),
      explorer: ExplorerInterceptor(name: "Todo", endpoint: "file:\(session.path)") {
        $0.isEnabled = true
      }
    )
    app.store.dispatch(action: LoadTodos())
    await app.store.idle()
    for line in ["add Milk", "add Bread", "complete", "undo"] { _ = await app.run(line) }
    await clock.advance(by: .milliseconds(500))
    await app.finish()
    #expect(app.explorer?.flush(timeout: .seconds(60)) == 0)

    let recording = try Recording(at: session)
    #expect(recording.numbers == Array(1...recording.numbers.count))
    #expect(
      recording.actions.filter { !$0.hasPrefix("TodosSaved") } == [
        "LoadTodos", "TodosLoaded", "AddTodo Milk", "AddTodo Bread", "ToggleTodo", "ToggleTodo",
        "StateRestored",
      ]
    )
    #expect(recording.effects.contains("StorageEffects.load ended"))
    #expect(recording.effects.contains { $0.hasPrefix("storage.feedback") })
  }

  @Test func `the program records itself when its environment asks for it`() throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = try BuiltProgram.url("TodoApp")
    process.arguments = [file.path]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SLUICE_EXPLORER": "file:\(session.path)"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    // A program that ended before its input was written ends no test.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let identifier = process.processIdentifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60), execute: watchdog)
    defer { watchdog.cancel() }
    try input.fileHandleForWriting.write(contentsOf: Data("add Milk\ntoggle 1\n".utf8))
    try input.fileHandleForWriting.close()
    let said = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(said.hasSuffix("0 of 1 to do, showing all\n  1 [x] Milk\n"))

    let recording = try Recording(at: session)
    #expect(recording.name == "Todo")
    #expect(recording.actions.starts(with: ["LoadTodos", "TodosLoaded", "AddTodo Milk"]))
    // Saved before the end, which was waited for.
    #expect(recording.actions.last == "TodosSaved")
    #expect(recording.numbers == Array(1...recording.numbers.count))
  }
}

/// What is in a session file.
private struct Recording {
  private struct Record: Decodable {
    struct Action: Decodable {
      struct Payload: Decodable { let title: String? }
      let type: String
      let payload: Payload?
    }
    let type: String
    let name: String?
    let number: Int?
    let action: Action?
    let effect: String?
    let event: String?
  }

  private let records: [Record]

  init(at url: URL) throws {
    records = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Record.self, from: $0)
    }
  }

  private var commits: [Record] { records.filter { $0.type == "commit" } }

  var name: String? { records.first?.name }
  var numbers: [Int] { commits.compactMap(\.number) }
  /// By type, with the title if there is one.
  var actions: [String] {
    commits.compactMap(\.action).map { action in
      action.type + (action.payload?.title.map { " \($0)" } ?? "")
    }
  }
  var effects: [String] {
    records.filter { $0.type == "effect" }.map { "\($0.effect ?? "") \($0.event ?? "")" }
  }
}
