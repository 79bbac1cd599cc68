import Sluice
package import TodoList

/// What the feature keeps: whether to-dos are on their way, and why they did not come.
package struct Fetching: Sendable, Equatable {
  package var isUnderWay = false
  package var failure: String?

  package init(isUnderWay: Bool = false, failure: String? = nil) {
    self.isUnderWay = isUnderWay
    self.failure = failure
  }
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
