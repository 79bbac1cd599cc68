import Sluice
package import TodoList

/// Why the last fetch failed, if it did; `store.runs(startedBy: FetchTodos.self)` says whether one runs.
package struct Fetching: Sendable, Equatable {
  package var failure: String?

  package init(failure: String? = nil) { self.failure = failure }
}

package struct FetchTodos: Action, Equatable {
  package init() {}
}

package struct StopFetching: Action, Equatable {
  package init() {}
}

package struct TodosFetched: Action, Equatable {
  package let todos: [Todo]
  package init(todos: [Todo]) { self.todos = todos }
}

package struct FetchFailed: Action, Equatable {
  package let message: String
  package init(message: String) { self.message = message }
}
