import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct TestingAWholeFeature {
  @Test func `fetching`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(todos: { ["Milk"] }),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    ) { store in
      try await store.send(FetchTodos()) { $0.isLoading = true }
      try await store.receive(TodosFetched(todos: ["Milk"])) {
        $0.isLoading = false
        $0.todos = ["Milk"]
      }
    }
  }

  @Test func `searching`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    ) { store in
      try await store.send(QueryTyped(text: "M")) { $0.query = "M" }
      await store.clock.advance(by: .milliseconds(100))
      try await store.send(QueryTyped(text: "Milk")) { $0.query = "Milk" }
      await store.clock.advance(by: .milliseconds(300))
      try await store.receive(TodosFetched.self) { $0.todos = ["Milk"] }
    }
  }

  @Test func `the server is down`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(todos: { throw ServerDown() }),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    ) { store in
      try await store.send(FetchTodos()) { $0.isLoading = true }
      try await store.receiveFailure(ServerDown.self)
    }
  }

  @Test func `a view disappears`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(todos: {
        try await Task.sleep(for: .seconds(3_600))
        return []
      }),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    ) { store in
      let fetching = try await store.send(FetchTodos()) { $0.isLoading = true }
      await fetching.cancel()
    }
  }

  @Test func `a view dispatches`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer]
    ) { store in
      store.register(feature: Feature(id: "todos").effects(TodosEffects()))
      func tapAdd(_ store: Store<TodoState, TodoEnvironment>) {
        store.dispatch(action: AddTodo(title: "Tea"))
      }
      tapAdd(store)
      try await store.receive(AddTodo.self) { $0.todos = ["Tea"] }
    }
  }

  @Test func `what tests begin with is a function`() async throws {
    func withTodos(
      _ body: (TestStore<TodoState, TodoEnvironment>) async throws -> Void
    ) async throws {
      try await withTestStore(
        initialState: TodoState(),
        environment: TodoEnvironment(),
        reducers: [todosReducer]
      ) { store in
        store.register(feature: Feature(id: "todos").effects(TodosEffects()))
        try await body(store)
      }
    }
    try await withTodos { store in
      try await store.send(AddTodo(title: "Tea")) { $0.todos = ["Tea"] }
    }
  }

  @Test func `an action has not happened`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer]
    ) { store in
      try await store.send(AddTodo(title: "Milk")) { $0.todos = ["Milk"] }
      try await store.send(AddTodo(title: "Tea")) { $0.todos = ["Milk", "Tea"] }
      try await store.replay(without: [1]) { $0.todos = ["Tea"] }
    }
  }

  @Test func `one thing only`() async throws {
    try await withTestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer],
      effects: [TodosEffects()],
      exhaustivity: .off
    ) { store in
      try await store.send(FetchTodos())
      try await store.receive(TodosFetched.self) { $0.todos = ["Milk"] }
      #expect(store.skipped.count == 2)
    }
  }
}
