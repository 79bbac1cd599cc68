package import Sluice

/// What the feature keeps: the to-dos, and which of them are shown.
package struct TodoList: Sendable, Equatable {
  package var todos: Entities<Todo>
  package var filter: TodoFilter

  package init(todos: Entities<Todo> = [], filter: TodoFilter = .all) {
    self.todos = todos
    self.filter = filter
  }
}

/// Which to-dos are shown.
package enum TodoFilter: String, Sendable, CaseIterable {
  case all, open, done

  func shows(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .open: !todo.isDone
    case .done: todo.isDone
    }
  }
}
