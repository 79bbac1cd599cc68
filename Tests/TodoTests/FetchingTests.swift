import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing
import TodoList

@testable import TodoFetching

@Suite(.inTurn) struct FetchingTests {
  private struct Unreachable: Error {}

  private let milk = Todo(id: "1", title: "Milk")

  private func fetching(
    _ source: TodoSource,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: (TestStore<Fetching, TodoSource>) async throws -> Void
  ) async throws {
    try await withTestStore(
      initialState: Fetching(),
      environment: source,
      features: [Fetching.feature],
      filePath: filePath,
      line: line,
      body
    )
  }

  @Test func `what is fetched is handed to the list`() async throws {
    try await fetching(TodoSource { [milk] }) { store in
      try await store.send(FetchTodos())
      try await store.receive(TodosFetched(todos: [milk]))
      try await store.receive(AddTodos([milk]))
    }
  }

  @Test func `a source that fails is asked three times, and then reported`() async throws {
    let asked = EventLog<Void>()
    try await fetching(
      TodoSource {
        asked.append(())
        throw Unreachable()
      }
    ) { store in
      try await store.send(FetchTodos())
      await store.clock.advance(by: .seconds(3))
      let failed = try await store.receive(FetchFailed.self) {
        $0 = Fetching(failure: "The to-dos could not be fetched: Unreachable()")
      }
      #expect(failed.message.contains("Unreachable"))
      #expect(asked.events.count == 3)
    }
  }

  @Test func `a source that takes too long is abandoned`() async throws {
    try await fetching(
      TodoSource {
        // Waits until it is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        return []
      }
    ) { store in
      try await store.send(FetchTodos())
      await store.clock.advance(by: .seconds(60))
      let message = "The to-dos could not be fetched: The attempt took longer than 10.0 seconds."
      try await store.receive(FetchFailed(message: message)) { $0 = Fetching(failure: message) }
    }
  }

  @Test func `a fetch that is stopped yields nothing, and may be repeated`() async throws {
    try await fetching(TodoSource { throw Unreachable() }) { store in
      try await store.send(FetchTodos())
      // The source is to be asked again in a second.
      let fetches = store.runs(of: \FetchingEffects.fetch)
      #expect(fetches.value.count == 1)
      try await store.send(StopFetching())
      #expect(fetches.value.isEmpty)
      await store.clock.advance(by: .seconds(60))
      try await store.send(FetchTodos())
      await store.clock.advance(by: .seconds(3))
      try await store.receive(FetchFailed.self) { $0 = Fetching(failure: store.state.failure) }
    }
  }

  @Test func `a file has a to-do on each line`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("Milk\n\nCall home\n".utf8, to: "inbox")
    let source = TodoSource.file(folder.path("inbox"))
    let todos = try await source.todos()
    #expect(todos.map(\.title) == ["Milk", "Call home"])
    #expect(try await source.todos() == todos)
  }
}
