import Foundation
import Sluice
import SluiceOrders
import SluiceTesting
import TestSupport
import Testing
import TodoFetching
import TodoList
import TodoStorage

@testable import TodoApp

/// The program, in every order of what may happen.
@Suite struct TodoAppOrderTests {
  @Test(.unsanitized) func `whatever comes first, the file has what the list has`() async throws {
    try await everyOrder(atMost: 60, within: .seconds(3_600), Self.session)
  }

  @Test(.nightly, .unsanitized) func `the file has what the list has in ten thousand orders`()
    async throws
  {
    let tried = try await everyOrder(atMost: 10_000, within: .seconds(600), Self.session)
    #expect(tried.count == 10_000)
  }

  @Test(.nightly, .unsanitized, arguments: [1, 2, 3] as [UInt64])
  func `the file has what the list has after random actions`(seed: UInt64) async throws {
    try await withRandomActions(
      of: [AddTodo.self, ToggleTodo.self, RemoveTodo.self, FetchTodos.self, StopFetching.self],
      from: seed,
      within: .seconds(20)
    ) { actions in
      try await Self.program { store, clock in
        for action in actions {
          store.dispatch(action: action)
          await clock.advance(by: .milliseconds(200))
        }
      }
    }
  }

  private static let session: EveryOrderBody = {
    try await program { store, clock in
      store.dispatch(action: AddTodo(title: "Milk", id: "milk"))
      await Task.yield()
      store.dispatch(action: FetchTodos())
      await Task.yield()
      store.dispatch(action: ToggleTodo(id: "milk"))
      await clock.advance(by: .milliseconds(500))
      store.dispatch(action: FetchTodos())
      store.dispatch(action: RemoveTodo(id: "water"))
      await Task.yield()
      store.dispatch(action: StopFetching())
    }
  }

  /// Runs the program from an empty file on.
  private static func program(
    _ body: (Store<AppState, AppEnvironment>, TestClock) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let url = folder.url.appending(path: "todos.json")
    let clock = TestClock()
    let source = TodoSource {
      await Task.yield()
      return [Todo(id: "water", title: "Water the plants")]
    }
    let environment = AppEnvironment(source: source, file: TodoFile(at: url))
    let store = Store(initialState: AppState(), environment: environment, clock: clock)
    // A to-do that comes again, or was removed, is no mistake of the program.
    store.silencedDiagnostics = [.elementPresent, .missingElement]
    let app = TodoApp(store)
    store.dispatch(action: LoadTodos())
    await Task.yield()
    try await body(store, clock)
    await clock.run()
    #expect(store.stored.isSettled && store.storage.problem == nil)
    #expect(!store.fetching.isUnderWay)
    let written = try? JSONDecoder().decode(Entities<Todo>.self, from: Data(contentsOf: url))
    #expect((written ?? []) == store.list.todos)
    withExtendedLifetime(app) {}
  }
}

extension AddTodo: RandomAction {
  static func random(using generator: inout SeededGenerator) -> AddTodo {
    AddTodo(title: "Tea", id: ["tea", "milk", "water"].randomElement(using: &generator) ?? "")
  }
}
extension ToggleTodo: RandomAction {
  static func random(using generator: inout SeededGenerator) -> ToggleTodo {
    ToggleTodo(id: ["tea", "milk", "water"].randomElement(using: &generator) ?? "")
  }
}
extension RemoveTodo: RandomAction {
  static func random(using generator: inout SeededGenerator) -> RemoveTodo {
    RemoveTodo(id: ["tea", "milk", "water"].randomElement(using: &generator) ?? "")
  }
}
extension FetchTodos: RandomAction {
  static func random(using _: inout SeededGenerator) -> FetchTodos { FetchTodos() }
}
extension StopFetching: RandomAction {
  static func random(using _: inout SeededGenerator) -> StopFetching { StopFetching() }
}
