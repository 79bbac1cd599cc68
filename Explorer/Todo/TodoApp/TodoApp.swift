import Sluice
import SluiceHistory
import SluiceMonitor
import TodoFetching
import TodoList
import TodoStorage

/// The state of the whole program: that of each feature.
struct AppState: Sendable, Equatable {
  var list = TodoList()
  var fetching = Fetching()
  var storage = Storage()

  /// A feature's part need not be stored: this one is made of two.
  var stored: StoredTodos {
    get { StoredTodos(todos: list.todos, storage: storage) }
    set {
      list.todos = newValue.todos
      storage = newValue.storage
    }
  }
}

/// All that the program needs from outside.
struct AppEnvironment: Sendable {
  var source: TodoSource
  var file: TodoFile
}

/// The program: a feature of three that know nothing of one another's insides, and a history.
struct TodoApp: Sendable {
  static let feature = Feature<AppState, AppEnvironment>(id: "to-dos")
    .feature(TodoList.feature.lift(.state(\.list), environment: { _ in }))
    .feature(Fetching.feature.lift(.state(\.fetching), environment: \.source))
    .feature(Storage.feature.lift(.state(\.stored), environment: \.file))

  let store: Store<AppState, AppEnvironment>
  let history = StateHistory(of: .state(\AppState.list.todos), recording: { $0 is any TodoChange })
  /// Shows the store in `sluice-explorer`, or records it; `nil` in most tests.
  let explorer: ExplorerInterceptor<AppState>?

  /// Puts the parts together in a store; a test brings one with a clock of its own.
  init(
    _ store: Store<AppState, AppEnvironment>,
    explorer: ExplorerInterceptor<AppState>? = nil
  ) {
    self.store = store
    self.explorer = explorer
    if let explorer { store.register(interceptor: explorer) }
    store.register(feature: Self.feature)
    store.register(history: history)
  }

  init(environment: AppEnvironment) {
    self.init(
      Store(initialState: AppState(), environment: environment),
      explorer: ExplorerInterceptor(name: "Todo")
    )
  }

  /// What a screen of the list is given: it knows nothing of files and sources.
  var list: StoreProjection<TodoList, any Action> { store.projection(.state(\.list)) }

  func undo() -> Bool { history.undo() }
  func redo() -> Bool { history.redo() }

  /// Completes all to-dos; one step to undo.
  func completeAll() {
    history.group {
      for todo in store.list.todos where !todo.isDone {
        store.dispatch(action: ToggleTodo(id: todo.id))
      }
    }
  }

  /// Returns when the file has what the list has, or cannot have it.
  func saved() async {
    for await isSettled in store.select(\.stored.isSettled) where isSettled { return }
  }

  /// Returns when all is saved, and sent to the Explorer or written to the recording, if there is one.
  func finish() async {
    await saved()
    explorer?.flush(timeout: .seconds(10))
  }
}
