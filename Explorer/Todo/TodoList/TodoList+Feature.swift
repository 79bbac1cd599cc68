package import Sluice

extension TodoList {
  /// The to-dos of a program: they need nothing from outside.
  package static let feature = Feature<TodoList, Void>(id: "todo list").reducer(reducer)

  static let reducer = Reducer<TodoList>(
    id: "todo list",
    ReduceOn(AddTodo.self) { list, action in
      list.todos.append(Todo(id: action.id, title: action.title))
    },
    ReduceOn(AddTodos.self) { list, action in list.todos.append(contentsOf: action.todos) },
    ReduceOn(ToggleTodo.self) { list, action in
      list.todos.update(id: action.id) { $0.isDone.toggle() }
    },
    ReduceOn(RemoveTodo.self) { list, action in list.todos.remove(id: action.id) },
    ReduceOn(ShowTodos.self) { list, action in list.filter = action.filter }
  )
}
