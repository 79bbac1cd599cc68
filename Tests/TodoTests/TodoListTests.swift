import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import TodoList

@Suite(.inTurn) struct TodoListTests {
  private let milk = Todo(id: "1", title: "Milk")
  private let call = Todo(id: "2", title: "Call home", isDone: true)

  private func listing(
    _ todos: Entities<Todo> = [],
    filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: (TestStore<TodoList, Void>) async throws -> Void
  ) async throws {
    try await withTestStore(
      initialState: TodoList(todos: todos),
      features: [TodoList.feature],
      filePath: filePath,
      line: line,
      body
    )
  }

  @Test func `to-dos are added, completed and removed`() async throws {
    try await listing { store in
      try await store.send(AddTodo(title: "Milk", id: "1")) { $0.todos = [milk] }
      try await store.send(ToggleTodo(id: "1")) { $0.todos[id: "1"]?.isDone = true }
      try await store.send(RemoveTodo(id: "1")) { $0.todos = [] }
    }
  }

  @Test func `to-dos that are there already stay as they are`() async throws {
    try await listing([call]) { store in
      try await store.send(AddTodos([Todo(id: "2", title: "Call"), milk])) {
        $0.todos = [call, milk]
      }
    }
  }

  @Test func `changing a to-do that was removed changes nothing`() async throws {
    try await listing([milk]) { store in
      try await store.send(ToggleTodo(id: "9"))
      try await store.send(RemoveTodo(id: "9"))
    }
  }

  @Test(arguments: [
    (TodoFilter.all, ["Milk", "Call home"]), (.open, ["Milk"]), (.done, ["Call home"]),
  ])
  func `the filter selects the to-dos that are shown`(filter: TodoFilter, shown: [String]) {
    let list = TodoList(todos: [milk, call], filter: filter)
    let store = Store(initialState: list)
    #expect(store.selectCurrent(TodoList.visible).map(\.title) == shown)
    #expect(store.selectCurrent(TodoList.summary) == "1 of 2 to do, showing \(filter)")
  }

  @Test func `the visible list is not recomputed when something else is requested`() async {
    // In a process of its own: the selector is one for all tests, and so is its count.
    await #expect(processExitsWith: .success) {
      let todos: Entities = [
        Todo(id: "1", title: "Milk"), Todo(id: "2", title: "Call", isDone: true),
      ]
      let store = Store(initialState: TodoList(todos: todos))
      store.register(feature: TodoList.feature)
      _ = store.selectCurrent(TodoList.openCount)
      let before = TodoList.openCount.recomputations
      store.dispatch(action: ShowTodos(.open))
      try #require(store.selectCurrent(TodoList.openCount) == 1)
      try #require(TodoList.openCount.recomputations == before)
    }
  }
}
