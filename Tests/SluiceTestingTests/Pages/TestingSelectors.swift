import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct TestingSelectors {
  @Test func `a selector alone`() {
    let state = TodoState(todos: ["Milk", "Tea"], query: "T")
    #expect(TodoSelectors.visible.value(in: state) == ["Tea"])
  }

  @Test func `how often a projector runs`() {
    let visible = Selector.with(TodoSelectors.todos, TodoSelectors.query) { todos, query in
      todos.filter { $0.contains(query) }
    }
    let store = MockStore(initialState: TodoState(), reducers: [todosReducer])
    _ = store.selectCurrent(visible)
    store.dispatch(action: FetchTodos())
    _ = store.selectCurrent(visible)
    #expect(visible.recomputations == 1)
  }

  /// Stands for a view.
  func header(_ store: Store<TodoState, Void>) -> String {
    "\(store.selectCurrent(TodoSelectors.visible).count) to do"
  }

  @Test func `what looks at a store`() {
    let store = MockStore(initialState: TodoState())
    store.overrideSelector(TodoSelectors.visible, value: ["Milk", "Tea"])
    #expect(header(store) == "2 to do")
    store.resetOverriddenSelectors()
    store.setState(TodoState(todos: ["Milk"]))
    #expect(header(store) == "1 to do")
    #expect(store.stateChanges.last?.action is StateRestored)
  }
}
