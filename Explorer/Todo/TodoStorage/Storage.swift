package import Sluice
package import TodoList

/// What the feature keeps: what is in the file, and what went wrong with it.
package struct Storage: Sendable, Equatable {
  /// A failure, and the to-dos that there were then.
  package struct Problem: Sendable, Equatable {
    package let message: String
    package let todos: Entities<Todo>

    package init(message: String, todos: Entities<Todo>) {
      self.message = message
      self.todos = todos
    }
  }

  /// What the file has; `nil` until it was read, and before that nothing is written.
  package var saved: Entities<Todo>?
  package var problem: Problem?
  /// Tells of a file that was damaged, and where it is now.
  package var notice: String?

  package init(
    saved: Entities<Todo>? = nil,
    problem: Problem? = nil,
    notice: String? = nil
  ) {
    self.saved = saved
    self.problem = problem
    self.notice = notice
  }
}

/// The feature's part of the program: its own state, and the to-dos, which are the list's.
package struct StoredTodos: Sendable, Equatable {
  package var todos: Entities<Todo>
  package var storage: Storage

  package init(todos: Entities<Todo>, storage: Storage) {
    self.todos = todos
    self.storage = storage
  }

  /// What the file should have, and has not.
  package var unsaved: Entities<Todo>? {
    guard let saved = storage.saved, saved != todos else { return nil }
    return todos
  }

  /// Whether nothing is to be saved, or saving just that has failed.
  package var isSettled: Bool { unsaved == nil || unsaved == storage.problem?.todos }
}

package struct LoadTodos: Action, Equatable {
  package init() {}
}

package struct TodosLoaded: Action, Equatable {
  package let todos: Entities<Todo>
  /// What the person should know: that a damaged file was set aside.
  package let notice: String?

  package init(todos: Entities<Todo>, notice: String? = nil) {
    self.todos = todos
    self.notice = notice
  }
}

package struct TodosSaved: Action, Equatable {
  package let todos: Entities<Todo>
  package init(todos: Entities<Todo>) { self.todos = todos }
}

package struct StorageFailed: Action, Equatable {
  package let message: String
  package init(message: String) { self.message = message }
}
