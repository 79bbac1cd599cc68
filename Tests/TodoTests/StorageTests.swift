import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing
import TodoList

@testable import TodoStorage

@Suite(.inTurn) struct StorageTests {
  private let milk = Todo(id: "1", title: "Milk")
  private let call = Todo(id: "2", title: "Call home", isDone: true)
  private let folder: TemporaryDirectory
  private let url: URL

  init() throws {
    folder = try TemporaryDirectory()
    url = folder.url.appending(path: "todos.json")
  }

  private struct Change: Action { let todos: Entities<Todo> }

  /// The feature, and a reducer that stands for the rest of the program.
  private func storing(
    filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: (TestStore<StoredTodos, TodoFile>) async throws -> Void
  ) async throws {
    try await withTestStore(
      initialState: StoredTodos(todos: [], storage: Storage()),
      environment: TodoFile(at: url),
      reducers: [Reducer(ReduceOn(Change.self) { $0.todos = $1.todos })],
      features: [Storage.feature],
      filePath: filePath,
      line: line,
      body
    )
  }

  private func opened(
    filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: (TestStore<StoredTodos, TodoFile>) async throws -> Void
  ) async throws {
    try await storing(filePath: filePath, line: line) { store in
      try await store.send(LoadTodos(), filePath: filePath, line: line)
      try await store.receive(TodosLoaded(todos: []), filePath: filePath, line: line) {
        $0.storage.saved = []
      }
      try await body(store)
    }
  }

  @Test func `to-dos are saved when they rest, once for many changes`() async throws {
    try await opened { store in
      try await store.send(Change(todos: [milk])) { $0.todos = [milk] }
      await store.clock.advance(by: .milliseconds(499))
      #expect(folder.names.isEmpty)
      try await store.send(Change(todos: [milk, call])) { $0.todos = [milk, call] }
      await store.clock.advance(by: .milliseconds(499))
      #expect(folder.names.isEmpty)
      await store.clock.advance(by: .milliseconds(1))
      try await store.receive(TodosSaved(todos: [milk, call])) { $0.storage.saved = [milk, call] }
      #expect(try await TodoFile(at: url).read() == .todos([milk, call]))
      #expect(folder.names == ["todos.json"])
    }
  }

  @Test func `what was saved is loaded, in front of what was added meanwhile`() async throws {
    try await TodoFile(at: url).write([milk])
    try await storing { store in
      try await store.send(Change(todos: [call])) { $0.todos = [call] }
      await store.clock.advance(by: .seconds(9))
      try await store.send(LoadTodos())
      try await store.receive(TodosLoaded(todos: [milk])) {
        $0 = StoredTodos(todos: [milk, call], storage: Storage(saved: [milk]))
      }
      await store.clock.advance(by: .milliseconds(500))
      try await store.receive(TodosSaved(todos: [milk, call])) { $0.storage.saved = [milk, call] }
    }
  }

  @Test func `a change that is taken back is not saved`() async throws {
    try await opened { store in
      try await store.send(Change(todos: [milk])) { $0.todos = [milk] }
      try await store.send(Change(todos: [])) { $0.todos = [] }
      await store.clock.advance(by: .seconds(9))
      #expect(folder.names.isEmpty)
    }
  }

  @Test(arguments: ["", "[{", "no JSON", #"[{"id": "1"}]"#, "{}"])
  func `a damaged file is reported and kept aside, never overwritten`(text: String) async throws {
    try Data(text.utf8).write(to: url)
    let aside = url.appendingPathExtension("damaged-1")
    let older = Data("an older one".utf8)
    try older.write(to: aside)
    try await storing { store in
      try await store.send(LoadTodos())
      let loaded = try await store.receive(TodosLoaded.self) {
        $0.storage = Storage(saved: [], notice: store.state.storage.notice)
      }
      #expect(loaded.notice?.contains("damaged-2") == true)
      try await store.send(Change(todos: [milk])) { $0.todos = [milk] }
      await store.clock.advance(by: .seconds(1))
      try await store.receive(TodosSaved.self) { $0.storage.saved = [milk] }
      #expect(store.state.storage.notice == loaded.notice)
      #expect(try Data(contentsOf: url.appendingPathExtension("damaged-2")) == Data(text.utf8))
      #expect(try Data(contentsOf: aside) == older)
      #expect(try await TodoFile(at: url).read() == .todos([milk]))
    }
  }

  @Test func `while the file cannot be read, nothing is written`() async throws {
    // A folder in the file's place.
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try await storing { store in
      try await store.send(LoadTodos())
      try await store.receive(StorageFailed.self) {
        $0.storage.problem = store.state.storage.problem
      }
      #expect(store.state.storage.problem?.message.contains("could not be read") == true)
      try await store.send(Change(todos: [milk])) { $0.todos = [milk] }
      await store.clock.advance(by: .seconds(9))
      #expect(folder.names == ["todos.json"])
      #expect(store.state.isSettled)
    }
  }

  @Test func `a failed save is repeated and reported, and the next change succeeds`() async throws {
    try await opened { store in
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try await store.send(Change(todos: [milk])) { $0.todos = [milk] }
      #expect(!store.state.isSettled)
      await store.clock.advance(by: .milliseconds(2_500))
      let failed = try await store.receive(StorageFailed.self) {
        $0.storage.problem = store.state.storage.problem
      }
      #expect(failed.message.contains("could not be saved"))
      #expect(store.state.isSettled)
      try FileManager.default.removeItem(at: url)
      try await store.send(Change(todos: [call])) { $0.todos = [call] }
      #expect(!store.state.isSettled)
      await store.clock.advance(by: .milliseconds(500))
      try await store.receive(TodosSaved.self) {
        $0.storage.saved = [call]
        $0.storage.problem = nil
      }
    }
  }
}
