import Sluice
import SluiceStorage
import TodoFetching
import TodoList

extension TodoApp {
  /// Does what a line says, and returns what to print.
  func run(_ line: String) async -> [String] {
    do throws(Command.Mistake) {
      try await perform(try Command(line))
    } catch {
      return [error.message]
    }
    return lines
  }

  private func perform(_ command: Command) async throws(Command.Mistake) {
    switch command {
    case .add(let title): store.dispatch(action: AddTodo(title: title))
    case .toggle(let number): store.dispatch(action: ToggleTodo(id: try todo(number).id))
    case .remove(let number): store.dispatch(action: RemoveTodo(id: try todo(number).id))
    case .show(let filter): store.dispatch(action: ShowTodos(filter))
    case .completeAll: completeAll()
    case .fetch:
      store.dispatch(action: FetchTodos())
      await store.idle()
    case .undo: if !undo() { throw Command.Mistake(message: "There is nothing to undo.") }
    case .redo: if !redo() { throw Command.Mistake(message: "There is nothing to redo.") }
    }
  }

  private func todo(_ number: Int) throws(Command.Mistake) -> Todo {
    let visible = list.selectCurrent(TodoList.visible)
    guard visible.indices.contains(number - 1) else {
      throw Command.Mistake(message: "There is no to-do \(number): \(visible.count) are shown.")
    }
    return visible[number - 1]
  }

  /// The list, as it is printed.
  var lines: [String] {
    let todos = list.selectCurrent(TodoList.visible).enumerated().map { index, todo in
      "  \(index + 1) [\(todo.isDone ? "x" : " ")] \(todo.title)"
    }
    let remarks = [store.fetching.failure, notice, saved.problem?.description]
    return [list.selectCurrent(TodoList.summary)] + todos
      + remarks.compactMap { $0.map { "! \($0)" } }
  }
}
