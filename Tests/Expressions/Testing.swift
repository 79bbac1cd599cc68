// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice
import SluiceTesting

// What tests write.

let unimplementedAPI = API(
  todos: { throw Unimplemented("api" + ".todos") },
  search: { unimplemented("api.search", placeholder: [$0 + "!"]) },
  upload: { _ in unimplemented("api.upload") },
  progress: { _ in unimplemented("api.progress", placeholder: AsyncStream { $0.finish() }) },
  name: { unimplemented("api.name", placeholder: "\($0)" + "!") }
)

func testing() async throws {
  try await withTestStore(
    initialState: AppState(count: 1),
    environment: unimplementedAPI,
    reducers: [counting, editing],
    effects: [TodoEffects()]
  ) { store in
    try await store.send(Increment(by: 2 * 3 + 1)) { $0.count = 1 + 2 * 3 + 1 }
    try await store.send(Load()) { $0.isLoading = true }
    try await store.receive(Loaded.self) {
      $0.isLoading = false
      $0.todos = [Todo(id: 1, title: "Milk")]
    }
    let open = store.todos.count(where: { !$0.isDone }) + store.state.count * 2
    let rest = store.currentState.todos.count - store.state.todos.count * open
    store.beginsRuns = rest > 1 + 2 ? .onRequest : .onNextStep
    let names = store.pendingEffects.map { $0.effect + "!" }.joined(separator: "+")
    try await store.runEffects(strict: names.count > open * 2)
    try await store.receive(Loaded.self, where: { $0.todos.count == 1 && $0.todos[0].id > 0 }) {
      $0.todos = $0.todos.map { Todo(id: $0.id, title: $0.title + "!") }
    }
  }

  try await withTestStore(
    initialState: AppState(count: 2 * 3 + 1),
    environment: unimplementedAPI,
    features: [Feature(id: "todos").reducer(counting).effects(TodoEffects())],
    feedbacks: [
      Feedback(for: { $0.count % 2 + 1 }) { _, _, context in context.send(Load()) }
    ],
    beginsRuns: .onNextStep
  ) { store in
    let sum = try await store.withExhaustivity(.off) {
      try await store.send(Increment(by: 2)) { $0.count = 2 * 4 + 1 }
      return store.state.count + store.currentState.count * 2
    }
    let isOff = await store.withExhaustivity(.off) { store.exhaustivity == .off && sum > 1 + 2 }
    store.exhaustivity = isOff ? .off : .on
  }

  let store = Store(initialState: AppState())
  let interceptor = TestInterceptor<AppState>()
  store.register(interceptor: interceptor)
  let added = try await interceptor.wait(for: AddTodo.self, where: { $0.title.count > 2 + 1 })
  try interceptor.expectDispatched(added, AddTodo(title: "a" + "b"))

  let mock = MockStore(initialState: AppState(), environment: ())
  mock.override(sum, value: 1 + 2 * 3)
  mock.override(status, value: "\(1 + 2) of " + "3")
  mock.setState(AppState(count: 2 * 3, limit: 7 - 1))
  let value = weighted.value(in: AppState(count: 3, limit: 4)) + half.value(in: mock.state) * 2
  print(value)
}
