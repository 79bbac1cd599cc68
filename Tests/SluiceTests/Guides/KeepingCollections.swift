import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct KeepingCollections {
  struct Todo: Identifiable, Equatable, Sendable {
    let id: Int
    var isDone = false
  }
  struct TodoAdded: Action { let todo: Todo }
  struct TodoDone: Action { let id: Int }
  struct TodosFetched: Action { let todos: [Todo] }
  struct Toggle: Action {}

  @Test func `elements are changed, selected and addressed as the page says`() {
    struct AppState { var todos: Entities<Todo> = [] }

    let reducer = Reducer<AppState>(
      ReduceOn(TodoAdded.self) { state, action in state.todos.append(action.todo) },
      ReduceOn(TodoDone.self) { state, action in state.todos[id: action.id]?.isDone = true },
      ReduceOn(TodosFetched.self) { state, action in state.todos = Entities(action.todos) }
    )

    let store = Store(initialState: AppState(), reducers: [reducer])
    let todos = EntitySelectors(at: \AppState.todos)
    let count = store.select(todos.count)
    let fourth = store.select(todos.byID(4))

    let counts = Log<Int>()
    let token = count.sink { counts.append($0) }
    store.dispatch(action: TodosFetched(todos: [Todo(id: 3)]))
    store.dispatch(action: TodoAdded(todo: Todo(id: 4)))
    store.dispatch(action: TodoDone(id: 4))
    #expect(counts.events == [0, 1, 2])
    #expect(fourth.value == Todo(id: 4, isDone: true))
    token.cancel()

    let todo = Reducer<Todo>(
      ReduceOn(Toggle.self) { todo, _ in todo.isDone.toggle() }
    )
    store.register(reducer: todo.lift(elements: \AppState.todos))
    store.dispatch(action: ElementAction<Todo>(id: 4, action: Toggle()))

    #expect(store.todos[id: 4]?.isDone == false)
  }
}
