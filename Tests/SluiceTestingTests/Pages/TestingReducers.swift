import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct TestingReducers {
  @Test func `a reducer alone`() {
    var state = TodoState()
    todosReducer.reduce(&state, AddTodo(title: "Milk"))
    #expect(state == TodoState(todos: ["Milk"]))
  }

  @Test func `a reducer's follow-ups alone`() async throws {
    var state = TodoState(todos: ["Milk"])
    let followUps = todosReducer.reduce(&state, FinishTodo(title: "Milk"))
    #expect(state.done == ["Milk"])
    let actions = try await EffectRunner(followUps).run()
    #expect(actions.first is TodosSaved)
  }

  @Test func `a part of the state`() async throws {
    struct Screen: Sendable, Equatable {
      var todos = TodoState()
      var title = ""
    }
    try await withTestStore(
      initialState: Screen(),
      reducers: [todosReducer.lift(state: \Screen.todos)]
    ) { store in
      let todos = store.testing(\.todos)
      try await todos.send(AddTodo(title: "Milk")) { $0.todos = ["Milk"] }
    }
  }
}
