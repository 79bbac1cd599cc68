import Sluice
import SluiceTesting
import Testing

@Suite(.timeLimit(.minutes(2)))
struct TestingAWholeFeature {
  @Test func `fetching`() async throws {
    let store = TestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(todos: { ["Milk"] }),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    )
    try await store.send(FetchTodos()) { $0.isLoading = true }
    try await store.receive(TodosFetched(todos: ["Milk"])) {
      $0.isLoading = false
      $0.todos = ["Milk"]
    }
    try await store.finish()
  }

  @Test func `searching`() async throws {
    let store = TestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    )
    try await store.send(QueryTyped(text: "M")) { $0.query = "M" }
    await store.clock.advance(by: .milliseconds(100))
    try await store.send(QueryTyped(text: "Milk")) { $0.query = "Milk" }
    await store.clock.advance(by: .milliseconds(300))
    try await store.receive(TodosFetched.self) { $0.todos = ["Milk"] }
    try await store.finish()
  }

  @Test func `the server is down`() async throws {
    let store = TestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(todos: { throw ServerDown() }),
      reducers: [todosReducer],
      effects: [TodosEffects()]
    )
    try await store.send(FetchTodos()) { $0.isLoading = true }
    try await store.receiveFailure(ServerDown.self)
    try await store.finish()
  }

  @Test func `a view dispatches`() async throws {
    let store = TestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer]
    )
    store.register(feature: Feature(id: "todos").effects(TodosEffects()))
    func tapAdd(_ store: Store<TodoState, TodoEnvironment>) {
      store.dispatch(action: AddTodo(title: "Tea"))
    }
    tapAdd(store)
    try await store.receive(AddTodo.self) { $0.todos = ["Tea"] }
    try await store.finish()
  }

  @Test func `one thing only`() async throws {
    let store = TestStore(
      initialState: TodoState(),
      environment: TodoEnvironment(),
      reducers: [todosReducer],
      effects: [TodosEffects()],
      exhaustivity: .off
    )
    try await store.send(FetchTodos())
    try await store.receive(TodosFetched.self) { $0.todos = ["Milk"] }
    #expect(store.skipped.count == 2)
  }
}
