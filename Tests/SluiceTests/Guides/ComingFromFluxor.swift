import Sluice
import SluiceTesting
import Testing

private struct AppEnvironment: Sendable {
  let logged = Log<String>()
  var todos: @Sendable () async -> [String] = { ["Milk"] }

  func log(_ text: String) { logged.append(text) }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite struct ComingFromFluxor {
  @Test func `what the page says in Fluxor's words works`() async throws {
    let printed = Log<String>()
    let print: @Sendable (String) -> Void = { printed.append($0) }

    struct AppState: Sendable {
      var todos: [String] = []
      var isLoading = false
    }
    struct FetchTodos: Action {}
    struct TodosFetched: Action { let todos: [String] }
    let addTodo = ActionTemplate(id: "Add Todo", payloadType: String.self)

    let todosReducer = Reducer<AppState>(
      ReduceOn(FetchTodos.self) { state, _ in state.isLoading = true },
      ReduceOn(TodosFetched.self) { state, action in
        state.todos = action.todos
        state.isLoading = false
      },
      ReduceOn(addTodo) { state, action in state.todos.append(action.payload) }
    )
    let store = Store(
      initialState: AppState(),
      environment: AppEnvironment(),
      reducers: [todosReducer]
    )

    let todos = Selector(keyPath: \AppState.todos)
    let isLoading = Selector(keyPath: \AppState.isLoading)
    let title = Selector.with(todos, isLoading) { todos, isLoading in
      isLoading ? "Loading" : "\(todos.count) todos"
    }
    let token = store.select(title).sink { print($0) }

    #expect(printed.events == ["0 todos"])

    final class TodosEffects: Effects {
      typealias Environment = AppEnvironment

      let fetch = Effect<AppEnvironment>.on(FetchTodos.self) { _, environment in
        TodosFetched(todos: await environment.todos())
      }
      let log = Effect<AppEnvironment>.nonDispatching { actions, environment in
        for await action in actions.withIdentifier("Add Todo") { environment.log("\(action)") }
      }
    }
    store.register(effects: TodosEffects())

    store.dispatch(action: addTodo(payload: "Bread"))
    #expect(printed.events == ["0 todos", "1 todos"])
    try await store.environment.logged.wait(forCount: 1)

    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    store.dispatch(action: FetchTodos())
    try await interceptor.waitForActions(expectedNumberOfActions: 2)
    try interceptor.expectDispatched(FetchTodos.self, TodosFetched.self)

    #expect(store.todos == ["Milk"])
    #expect(printed.events == ["0 todos", "1 todos", "Loading", "1 todos"])
    token.cancel()
  }
}
