package import Sluice
import TodoList

extension Storage {
  /// Loads the to-dos when asked to, and saves them when they have changed and rest for a moment.
  package static let feature = Feature<StoredTodos, TodoFile>(id: "storage")
    .reducer(reducer)
    .effects(StorageEffects())
    .feedback(saving)

  static let reducer = Reducer<StoredTodos>(
    id: "storage",
    ReduceOn(TodosLoaded.self) { stored, action in
      // What was added while the file was read comes behind what it had.
      var todos = action.todos
      todos.append(contentsOf: stored.todos)
      stored.todos = todos
      stored.storage = Storage(saved: action.todos, notice: action.notice)
    },
    ReduceOn(TodosSaved.self) { stored, action in
      stored.storage.saved = action.todos
      stored.storage.problem = nil
    },
    ReduceOn(StorageFailed.self) { stored, action in
      stored.storage.problem = .init(message: action.message, todos: stored.todos)
    }
  )

  /// Alive while there is something to save; another change cancels it, and the quiet time begins
  /// anew.
  static let saving = Feedback<StoredTodos, TodoFile>(whenSome: \.unsaved) { todos, file, context in
    try await file.write(todos)
    context.send(TodosSaved(todos: todos))
  }
  .delay(for: .milliseconds(500))
  .retry(attempts: 3, backoff: .fixed(.seconds(1)))
  .catch { error, _ in StorageFailed(message: "The to-dos could not be saved: \(error)") }
}

struct StorageEffects: Effects<TodoFile> {
  let load = Effect<TodoFile>.on(LoadTodos.self) { _, file in
    switch try await file.read() {
    case .nothing: TodosLoaded(todos: [])
    case .todos(let todos): TodosLoaded(todos: todos)
    case .damaged(let reason, let place):
      TodosLoaded(
        todos: [],
        notice: "\(file.path) is damaged and was kept as \(place): \(reason)"
      )
    }
  }
  .overlap(.first)
  .catch { error, _ in
    StorageFailed(message: "The to-dos could not be read, so none will be saved: \(error)")
  }
}
