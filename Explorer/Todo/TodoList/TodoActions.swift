import Foundation
package import Sluice

/// An action that changes the to-dos: what a person may want to undo.
package protocol TodoChange: Action {}

package struct AddTodo: TodoChange, Equatable {
  package let id: String
  package let title: String

  /// The id is made here: a reducer that made it would answer the same action differently each time.
  package init(title: String, id: String = UUID().uuidString) {
    self.id = id
    self.title = title
  }
}

/// Adds to-dos from elsewhere; those that are there already stay as they are.
package struct AddTodos: TodoChange, Equatable {
  package let todos: [Todo]
  package init(_ todos: [Todo]) { self.todos = todos }
}

package struct ToggleTodo: TodoChange, Equatable {
  package let id: Todo.ID
  package init(id: Todo.ID) { self.id = id }
}

package struct RemoveTodo: TodoChange, Equatable {
  package let id: Todo.ID
  package init(id: Todo.ID) { self.id = id }
}

package struct ShowTodos: Action, Equatable {
  package let filter: TodoFilter
  package init(_ filter: TodoFilter) { self.filter = filter }
}
