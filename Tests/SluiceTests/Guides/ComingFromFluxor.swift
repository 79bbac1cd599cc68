import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct AppEnvironment: Sendable {
  let logged = Log<String>()
  var todos: @Sendable () async -> [String] = { ["Milk"] }

  func log(_ text: String) { logged.append(text) }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct ComingFromFluxor {
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

    final class TodosEffects: Effects<AppEnvironment> {
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
    // Interceptors come before subscribers.
    try await printed.wait(forCount: 4)
    #expect(printed.events == ["0 todos", "1 todos", "Loading", "1 todos"])
    token.cancel()
  }

  @Test func `what the table says you write compiles and works`() async throws {
    struct AppState: Sendable, Equatable {
      var todos: [String] = []
      var isLoading = false
      var filter = ""
    }
    struct FetchTodos: Action {}
    struct Retry: Action {}
    struct Save: Action {}
    struct TodosFetched: Action { let todos: [String] }
    struct FetchFailed: Action {
      let reason: String

      init(_ reason: String) { self.reason = reason }
    }
    final class TodosEffects: Effects {
      typealias Environment = AppEnvironment

      let fetch = Effect<AppEnvironment>.on(FetchTodos.self) { _, environment in
        TodosFetched(todos: await environment.todos())
      }
    }
    let printed = Log<String>()
    let print: @Sendable (String) -> Void = { printed.append($0) }

    let addTodo = ActionTemplate(id: "Add Todo", payloadType: String.self)
    let todos = Selector(keyPath: \AppState.todos)
    let isLoading = Selector(keyPath: \AppState.isLoading)
    let count = Selector(projector: { (state: AppState) in state.todos.count })
    let shown = Selector.with(todos, isLoading) { $1 ? 0 : $0.count }
    let title = Selector.with(count, isLoading) { $1 ? "Loading" : "\($0) todos" }
    let todosReducer = Reducer<AppState>(
      ReduceOn(FetchTodos.self, Retry.self) { state, _ in state.isLoading = true },
      ReduceOn(addTodo) { state, action in state.todos.append(action.payload) }
    )
    let filterReducer = Reducer<String>(ReduceOn(Save.self) { filter, _ in filter = "saved" })
    let fetch = Effect<AppEnvironment>.on(FetchTodos.self) { _, environment in
      TodosFetched(todos: await environment.todos())
    }
    let save = Effect<AppEnvironment>.on(FetchTodos.self) { _, environment in
      environment.log("fetching")
    }

    #expect(Store(initialState: AppState()).todos == [])
    let store = Store(initialState: AppState(), environment: AppEnvironment())
    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    store.register(reducer: todosReducer)
    store.register(reducer: filterReducer, for: \.filter)
    let token = store.select(title).sink { print($0) }
    _ = store.select(\.todos)
    _ = store.select(title).dropFirst()
    store.register(effects: TodosEffects())
    store.unregisterEffects(ofType: TodosEffects.self)
    store.register(effects: [fetch, save], id: "todos")
    store.unregisterEffects(withID: "todos")
    _ = fetch.delay(for: .seconds(1))
    _ = fetch.overlap(.latest)
    _ = fetch.catch { error, _ in FetchFailed("\(error)") }
    store.register(
      effect: .nonDispatching { actions, _ in
        _ = actions.ofType(FetchTodos.self)
        _ = actions.wasCreated(from: addTodo)
      }
    )
    store.register(effect: fetch, id: "fetch")
    store.dispatch(action: FetchTodos())
    try await interceptor.waitForActions(expectedNumberOfActions: 2)
    #expect(interceptor.stateChanges.count == 2)
    #expect(store.state.isLoading)

    let action = addTodo(payload: "Milk")
    #expect(action.wasCreated(from: addTodo))
    #expect(action == addTodo.createAction(payload: "Milk"))
    let stream = AsyncStream<AnonymousAction<String>> { continuation in
      continuation.yield(action)
      continuation.finish()
    }
    store.dispatch(actionsFrom: stream)
    try await interceptor.waitForActions(expectedNumberOfActions: 3)
    #expect(store.selectCurrent(title) == title.value(in: store.state))
    #expect(store.selectCurrent(shown) == 0)
    store.unregisterInterceptors(ofType: PrintInterceptor<AppState>.self)
    store.unregister(reducer: todosReducer)
    try await printed.wait(forCount: 2)
    token.cancel()
    #expect(printed.events == ["0 todos", "Loading"])

    let mock = MockStore(initialState: AppState())
    mock.setState(AppState(isLoading: true))
    mock.overrideSelector(title, value: "1 todo")
    #expect(mock.selectCurrent(title) == "1 todo")
    mock.resetOverriddenSelectors()
    #expect(mock.selectCurrent(title) == "Loading")

    let environment = AppEnvironment()
    try await EffectRunner.run(fetch, with: FetchTodos(), environment: environment)
  }
}
