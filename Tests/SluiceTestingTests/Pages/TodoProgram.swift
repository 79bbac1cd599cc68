import Sluice
import SluiceTesting

/// The program that the pages about testing test.
struct TodoState: Codable, Sendable, Equatable {
  var todos: [String] = []
  var done: [String] = []
  var isLoading = false
  var query = ""
}

struct AddTodo: Action, Codable, Equatable { let title: String }
struct FinishTodo: Action, Codable, Equatable { let title: String }
struct FetchTodos: Action, Codable, Equatable {}
struct TodosFetched: Action, Codable, Equatable { let todos: [String] }
struct QueryTyped: Action, Codable, Equatable { let text: String }
struct TodosSaved: Action, Equatable {}
struct StopFetching: Action {}

struct TodoEnvironment: Sendable {
  var todos: @Sendable () async throws -> [String] = { ["Milk"] }
  var search: @Sendable (String) async throws -> [String] = { [$0] }
}

struct ServerDown: Error, Equatable {}

let todosReducer = Reducer<TodoState>(
  ReduceOn(AddTodo.self) { state, action in state.todos.append(action.title) },
  ReduceOn(FinishTodo.self) { state, action -> [FollowUp] in
    state.todos.removeAll { $0 == action.title }
    state.done.append(action.title)
    return [.action { TodosSaved() }]
  },
  ReduceOn(FetchTodos.self) { state, _ in state.isLoading = true },
  ReduceOn(TodosFetched.self) { state, action in
    state.isLoading = false
    state.todos = action.todos
  },
  ReduceOn(QueryTyped.self) { state, action in state.query = action.text },
  ReduceOn(StopFetching.self) { state, _ in state.isLoading = false }
)

enum TodoSelectors {
  static let todos = Selector(keyPath: \TodoState.todos)
  static let query = Selector(keyPath: \TodoState.query)
  static let visible = Selector.with(todos, query) { todos, query in
    query.isEmpty ? todos : todos.filter { $0.contains(query) }
  }
}

struct TodosEffects: Effects {
  typealias Environment = TodoEnvironment
  let fetch = Effect<TodoEnvironment>.on(FetchTodos.self) { _, environment in
    TodosFetched(todos: try await environment.todos())
  }
  .cancelled(by: StopFetching.self)
  let search = Effect<TodoEnvironment>.on(QueryTyped.self) { action, environment in
    TodosFetched(todos: try await environment.search(action.text))
  }
  .debounce(for: .milliseconds(300))
}
