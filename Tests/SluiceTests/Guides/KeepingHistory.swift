import Sluice
import TestSupport
import Testing

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct KeepingHistory {
  struct Drawing: Equatable, Sendable {
    var lines: [[Int]] = []
    var offsets: [Int: Int] = [:]
  }
  struct DrawLine: Action {
    let from: Int
    let to: Int
  }
  struct Move: Action {
    let shape: Int
    let offset: Int

    init(_ shape: Int, by offset: Int) {
      self.shape = shape
      self.offset = offset
    }
  }
  struct Todo: Equatable, Sendable { let title: String }

  static let drawing = Reducer<Drawing>(
    ReduceOn(DrawLine.self) { drawing, action in drawing.lines.append([action.from, action.to]) },
    ReduceOn(Move.self) { drawing, action in drawing.offsets[action.shape] = action.offset }
  )

  @Test func `steps and groups are undone and done again`() {
    let store = Store(initialState: Drawing(), reducers: [Self.drawing])
    let (a, b, offset, selected) = (1, 2, 10, [7, 8])

    let history = StateHistory<Drawing>(limit: 100)
    store.register(interceptor: history)

    store.dispatch(action: DrawLine(from: a, to: b))
    history.undo(in: store)
    history.redo(in: store)

    #expect(store.lines == [[1, 2]])

    history.group(in: store) {
      for shape in selected { store.dispatch(action: Move(shape, by: offset)) }
    }
    let drag = history.beginGroup(in: store)  // … drag.end()

    for offset in 20..<30 { store.dispatch(action: Move(7, by: offset)) }
    drag.end()
    #expect(store.offsets == [7: 29, 8: 10])
    history.undo(in: store)
    #expect(store.offsets == [7: 10, 8: 10])
    history.undo(in: store)
    #expect(store.offsets == [:])
    #expect(store.lines == [[1, 2]])
  }

  @Test func `one step is left out, and the later ones stay`() throws {
    let store = Store(initialState: Drawing(), reducers: [Self.drawing])
    let history = StateHistory<Drawing>(limit: 100, recordsActions: true)
    store.register(interceptor: history)
    for number in 1...4 { store.dispatch(action: DrawLine(from: number, to: 0)) }

    let step = history.past[2]
    try history.replay(without: step.commits, in: store)

    #expect(store.lines == [[1, 0], [2, 0], [4, 0]])
  }

  @Test func `a part is undone, and the rest stays`() {
    struct AppState: Sendable {
      var drawing = Drawing()
      var todos: [Todo] = []
    }
    struct Removed: Action {
      let todo: Todo
      let index: Int
    }
    struct RemovalUndone: Action {
      let todo: Todo
      let index: Int
    }

    let undoing = Reducer<AppState>(
      ReduceOn(RemovalUndone.self) { state, action in
        state.todos.insert(action.todo, at: min(action.index, state.todos.count))
      }
    )
    let removing = Reducer<AppState>(
      ReduceOn(Removed.self) { state, action in state.todos.remove(at: action.index) }
    )
    let store = Store(
      initialState: AppState(todos: [Todo(title: "Milk"), Todo(title: "Tea")]),
      reducers: [undoing, removing, Self.drawing.lift(state: \AppState.drawing)]
    )
    let history = StateHistory<Drawing>(limit: 100)
    store.register(interceptor: history.lift(state: \AppState.drawing))
    store.dispatch(action: DrawLine(from: 1, to: 2))
    store.dispatch(action: Removed(todo: Todo(title: "Milk"), index: 0))
    store.dispatch(action: RemovalUndone(todo: Todo(title: "Milk"), index: 0))
    #expect(store.todos.map(\.title) == ["Milk", "Tea"])
    store.dispatch(action: Removed(todo: Todo(title: "Tea"), index: 1))
    history.undo(in: store, at: \.drawing)

    #expect(store.drawing.lines == [])
    #expect(store.todos.map(\.title) == ["Milk"])
  }
}
