import Sluice
import SluiceHistory
import SluiceMonitor
import SluiceStorage
import TodoFetching
import TodoList

/// The state of the whole program: that of each feature.
struct AppState: Sendable, Equatable {
  var list = TodoList()
  var fetching = Fetching()
}

/// All that the program needs from outside.
struct AppEnvironment: Sendable {
  var source: TodoSource
}

/// The program: a feature of two that know nothing of one another's insides, a history, and a file.
struct TodoApp: Sendable {
  static let feature = Feature<AppState, AppEnvironment>(id: "to-dos")
    .feature(TodoList.feature.lift(.state(\.list), environment: { _ in }))
    .feature(Fetching.feature.lift(.state(\.fetching), environment: \.source))

  let store: Store<AppState, AppEnvironment>
  let history = StateHistory(of: .state(\AppState.list.todos), recording: { $0 is any TodoChange })
  /// The to-dos, as the file has them.
  let saved: SavedState<AppState, Entities<Todo>>
  /// Tells of a file that was damaged, and where it is now.
  let notice: String?

  /// Restores the to-dos, and puts the parts together in a store.
  ///
  /// - Parameters:
  ///   - clock: A test's, which it advances.
  ///   - explorer: Shows the store in `sluice-explorer`, or records it; `nil` in most tests.
  init(
    _ environment: AppEnvironment,
    in file: SavedFile,
    clock: any Clock<Duration> = ContinuousClock(),
    explorer: ExplorerInterceptor<AppState>? = nil
  ) {
    saved = Self.saved(in: file)
    let state: AppState
    (state, notice) = Self.restored(saved)
    store = Store(initialState: state, environment: environment, clock: clock)
    if let explorer { store.register(interceptor: explorer) }
    store.register(feature: Self.feature)
    store.register(history: history)
    store.register(saved: saved)
  }

  /// The to-dos in a file; version 0 is what the program wrote before it used a `SavedState`.
  static func saved(in file: SavedFile) -> SavedState<AppState, Entities<Todo>> {
    SavedState(of: \AppState.list.todos, in: file, as: "to-dos", version: 1)
      .migrating(from: 0) { (todos: Entities<Todo>) in todos }
  }

  /// Restores the to-dos; keeps a damaged file aside, and begins anew.
  ///
  /// What else can't be read is left alone: then nothing is saved, and `saved.problem` says why.
  private static func restored(
    _ saved: SavedState<AppState, Entities<Todo>>
  ) -> (AppState, notice: String?) {
    do throws(SavedStateError) {
      return (try saved.restored(into: AppState()), nil)
    } catch {
      switch error.reason {
      case .damaged, .undecodable:
        guard let place = try? saved.setAside() else { return (AppState(), nil) }
        return (AppState(), "\(error.cause) It was kept as \(place).")
      default: return (AppState(), nil)
      }
    }
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

  /// Returns when all is saved, and sent to the Explorer or written to the recording, if there is one.
  func finish() async {
    await store.close()
  }
}
