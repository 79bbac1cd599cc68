import Foundation
import Sluice
import SluiceTesting
import Testing
import TodoList

@testable import TodoFetching

@Suite struct FetchingTests {
  private struct Unreachable: Error {}

  private let milk = Todo(id: "1", title: "Milk")

  private func store(_ source: TodoSource) -> TestStore<Fetching, TodoSource> {
    let store = TestStore(initialState: Fetching(), environment: source)
    store.register(feature: Fetching.feature)
    return store
  }

  @Test func `what is fetched is handed to the list`() async throws {
    let store = store(TodoSource { [milk] })
    try await store.send(FetchTodos()) { $0.isUnderWay = true }
    try await store.receive(TodosFetched(todos: [milk])) { $0.isUnderWay = false }
    try await store.receive(AddTodos([milk]))
    try await store.finish()
  }

  @Test func `a source that fails is asked three times, and then it is said`() async throws {
    let asked = Counter()
    let store = store(
      TodoSource {
        asked.increment()
        throw Unreachable()
      }
    )
    try await store.send(FetchTodos()) { $0.isUnderWay = true }
    await store.clock.advance(by: .seconds(3))
    let failed = try await store.receive(FetchFailed.self) {
      $0 = Fetching(failure: "The to-dos could not be fetched: Unreachable()")
    }
    #expect(failed.message.contains("Unreachable"))
    #expect(asked.count == 3)
    try await store.finish()
  }

  @Test func `a source that takes too long is given up`() async throws {
    let store = store(
      TodoSource {
        // Waits until it is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        return []
      }
    )
    try await store.send(FetchTodos()) { $0.isUnderWay = true }
    await store.clock.advance(by: .seconds(60))
    let message = "The to-dos could not be fetched: The attempt took longer than 10.0 seconds."
    try await store.receive(FetchFailed(message: message)) { $0 = Fetching(failure: message) }
    try await store.finish()
  }

  @Test func `who stops fetching gets nothing, and may fetch again`() async throws {
    let store = store(TodoSource { throw Unreachable() })
    try await store.send(FetchTodos()) { $0.isUnderWay = true }
    // The source is to be asked again in a second.
    try await store.send(StopFetching()) { $0.isUnderWay = false }
    await store.clock.advance(by: .seconds(60))
    try await store.send(FetchTodos()) { $0.isUnderWay = true }
    await store.clock.advance(by: .seconds(3))
    try await store.receive(FetchFailed.self) { $0 = Fetching(failure: store.state.failure) }
    try await store.finish()
  }

  @Test func `a file has a to-do on each line`() async throws {
    let folder = try Folder()
    let inbox = folder.url.appending(path: "inbox")
    try "Milk\n\nCall home\n".write(to: inbox, atomically: true, encoding: .utf8)
    let todos = try await TodoSource.file(inbox.path).todos()
    #expect(todos.map(\.title) == ["Milk", "Call home"])
    let again = try await TodoSource.file(inbox.path).todos()
    #expect(again == todos)
  }
}
