import Foundation
import Sluice
import SluiceOrders
import SluiceStorage
import SluiceTesting
import TestSupport
import Testing
import TodoFetching
import TodoList

@testable import TodoApp

/// The program, in every order of what may happen.
@Suite(.inTurn) struct TodoAppOrderTests {
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
    let memory = SavedMemory()
    let clock = TestClock()
    let source = TodoSource {
      await Task.yield()
      return [Todo(id: "water", title: "Water the plants")]
    }
    let app = TodoApp(AppEnvironment(source: source), in: .memory(memory), clock: clock)
    // A to-do that comes again, or was removed, is no mistake of the program.
    app.store.silencedDiagnostics = [.elementPresent, .missingElement]
    try await body(app.store, clock)
    await clock.run()
    #expect(app.saved.problem == nil)
    #expect(app.store.runs(startedBy: FetchTodos.self).value.isEmpty)
    let written = try TodoApp.saved(in: .memory(memory)).restored(into: AppState())
    #expect(written.list.todos == app.store.list.todos)
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
