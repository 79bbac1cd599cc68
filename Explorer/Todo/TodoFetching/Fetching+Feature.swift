package import Sluice
import TodoList

extension Fetching {
  /// Fetches to-dos from a source, and adds them to the list.
  package static let feature = Feature<Fetching, TodoSource>(id: "fetching")
    .reducer(reducer)
    .effects(FetchingEffects())

  static let reducer = Reducer<Fetching>(
    id: "fetching",
    ReduceOn(FetchTodos.self) { fetching, _ in fetching.failure = nil },
    ReduceOn(FetchFailed.self) { fetching, action in fetching.failure = action.message }
  )
}

final class FetchingEffects: Effects<TodoSource> {
  /// Who asks again while to-dos are on their way does not start over.
  let fetch = Effect<TodoSource>.on(FetchTodos.self) { _, source in
    TodosFetched(todos: try await source.todos())
  }
  .overlap(.first)
  .timeout(after: .seconds(10))
  .retry(attempts: 3, backoff: .exponential(from: .seconds(1)))
  .cancelled(by: StopFetching.self)
  .catch { error, _ in FetchFailed(message: "The to-dos could not be fetched: \(error)") }

  /// The list knows nothing of fetching, and receives an action of its own.
  let add = Effect<TodoSource>.on(TodosFetched.self).map { action, _ in AddTodos(action.todos) }
}
