import Sluice
import TestSupport
import Testing

private struct Todo: Sendable, Identifiable {
  let id: Int
  var isDone = false
}
private struct AppState: Sendable {
  var counter = 0
  var todos: Entities<Todo> = [Todo(id: 4)]
}
private enum CounterAction: Action { case increment }
private struct Reset: Action {}
private enum TodoAction: Action { case toggle }

private let counterReducer = Reducer<Int>(
  ReduceOn(CounterAction.self) { count, _ in count += 1 },
  ReduceOn(Reset.self) { count, _ in count = 0 }
)
private let todoReducer = Reducer<Todo>(
  ReduceOn(TodoAction.self) { todo, _ in todo.isDone.toggle() }
)

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct ComingFromSwiftRex {
  @Test func `what the page says in SwiftRex's words works`() {
    enum AppAction: Action {
      case counter(CounterAction)
      case todo(Todo.ID, TodoAction)

      var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
    }

    let appReducer = Reducer.combine(
      counterReducer.lift(state: \AppState.counter, action: \AppAction.counter),
      todoReducer.lift(elements: \AppState.todos) { (action: AppAction) in
        if case .todo(let id, let action) = action { (id, action) } else { nil }
      }
    )
    let store = Store(initialState: AppState(), reducers: [appReducer])

    store.dispatch(action: AppAction.counter(.increment))
    store.dispatch(action: AppAction.todo(4, .toggle))
    #expect(store.counter == 1)
    #expect(store.todos[id: 4]?.isDone == true)

    let clamping = MiddlewareFunction<Int> { action, context, next in
      if context.state < 2 || action is Reset { next(action) }
    }
    let switchedOn = GateSwitch()
    store.register(
      middleware: clamping.gated(by: switchedOn).lift(
        state: \AppState.counter,
        action: \AppAction.counter,
        embed: { AppAction.counter($0) }
      )
    )

    for _ in 0..<3 { store.dispatch(action: AppAction.counter(.increment)) }
    #expect(store.counter == 2)
    switchedOn.isOn = false

    enum ViewAction: Sendable { case plusTapped, scrolled }

    let viewModel = store.projection(
      state: { "Count: \($0.counter)" },
      action: { (action: ViewAction) in
        switch action {
        case .plusTapped: AppAction.counter(.increment)
        case .scrolled: nil
        }
      }
    )
    viewModel.dispatch(action: .plusTapped)

    viewModel.dispatch(action: .scrolled)
    #expect(viewModel.state == "Count: 3")

    let counter = Feature<Int, Void>(id: "counter")
      .reducer(counterReducer)
      .effect(.map(Reset.self) { _ in CounterAction.increment })

    store.register(feature: counter, state: \.counter)
    store.dispatch(action: Reset())
    store.unregister(feature: counter)

    #expect(store.counter == 1)
    store.dispatch(action: Reset())
    #expect(store.counter == 1)
  }
}
