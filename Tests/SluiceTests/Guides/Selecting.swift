import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct Todo: Sendable, Equatable, Identifiable {
  let id: Int
  var isDone = false
}

private enum Filter: Sendable {
  case all
  case open

  func includes(_ todo: Todo) -> Bool { self == .all || !todo.isDone }
}

private struct AppState: Sendable {
  var todos = [Todo(id: 1), Todo(id: 2)]
  var filter = Filter.open
}

private struct Add: Action { let id: Int }
private struct Finish: Action { let id: Int }

private typealias AppStore = Store<AppState, Void>

/// A list on a screen, which is changed by differences.
private final class ShownList: Sendable {
  let todos = Shared<[Todo]>([])

  func apply(_ difference: CollectionDifference<Todo>) {
    todos.change { $0 = $0.applying(difference) ?? [] }
  }
}

private final class Screen: Sendable {
  let counts = Log<Int>()

  init(_ store: AppStore, _ visibleCount: Selector<AppState, Int>) {
    store.select(visibleCount).subscribe(weak: self) { screen, count in screen.show(count) }
  }

  func show(_ count: Int) { counts.append(count) }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn)
struct Selecting {
  private let store = AppStore(
    initialState: AppState(),
    reducers: [
      Reducer(
        ReduceOn(Add.self) { $0.todos.append(Todo(id: $1.id)) },
        ReduceOn(Finish.self) { state, action in
          for index in state.todos.indices where state.todos[index].id == action.id {
            state.todos[index].isDone = true
          }
        }
      )
    ]
  )
  private let printed = Log<String>()
  private let list = ShownList()

  @Test func `what the page says about selecting works`() async throws {
    let print: @Sendable (String) -> Void = { [printed] in printed.append($0) }
    let show: @Sendable ([Todo], Filter) -> Void = { [printed] todos, filter in
      printed.append("\(todos.map(\.id)) under \(filter)")
    }
    let list = list
    list.todos.value = store.todos

    let todos = Selector(keyPath: \AppState.todos)
    let filter = Selector(keyPath: \AppState.filter)
    let visible = Selector.with(todos, filter) { todos, filter in
      todos.filter { filter.includes($0) }
    }
    let visibleCount = Selector.with(visible, keyPath: \.count)

    let todo = SelectorFamily { (state: AppState, id: Todo.ID) in
      state.todos.first { $0.id == id }
    }
    let isShown = SelectorFamily { (id: Todo.ID) in
      Selector.with(todo(id), filter) { todo, filter in todo.map(filter.includes) ?? false }
    }
    let shown = store.select(isShown(4))
    #expect(!shown.value)

    let first: SelectionToken
    do {
      let token = store.select(visibleCount).sink { print("\($0) to do") }
      first = token
    }
    let second: SelectionToken
    do {
      let token = store.select(visible, filter).sink { todos, filter in show(todos, filter) }
      second = token
    }
    let third: SelectionToken
    do {
      let token = store.select(\.todos).changes.sink { change in
        list.apply(change.difference { $0.id == $1.id })
      }
      third = token
    }
    let screen = Screen(store, visibleCount)
    store.dispatch(action: Add(id: 4))
    store.dispatch(action: Finish(id: 1))

    #expect(shown.value)
    #expect(screen.counts.events == [2, 3, 2])
    #expect(list.todos.value.map(\.id) == [1, 2, 4])
    #expect(
      printed.events == [
        "2 to do", "[1, 2] under open", "3 to do", "[1, 2, 4] under open", "2 to do",
        "[2, 4] under open",
      ]
    )
    for token in [first, second, third] { token.cancel() }
  }

  @Test func `what the page says about sequences works`() async throws {
    let print: @Sendable (String) -> Void = { [printed] in printed.append($0) }
    let visibleCount = Selector { (state: AppState) in
      state.todos.filter { state.filter.includes($0) }.count
    }
    let reader = Task { [store] in
      for await count in store.select(visibleCount).buffering(.all) { print("\(count) to do") }
    }
    let follower = Task { [store, list] in
      for await change in store.select(\.todos).changes { list.apply(change.difference) }
    }
    try await printed.wait(for: "2 to do")
    store.dispatch(action: Add(id: 3))
    try await printed.wait(for: "3 to do")
    reader.cancel()
    follower.cancel()
  }

  @Test func `what the page says about selecting in place works`() {
    let openCount = store.select { $0.todos.count { !$0.isDone } }
    let firstID = store.select(\.todos).map { $0.first?.id }
    let longerOrShorter = store.select(\.todos).skippingRepeats { $0.count == $1.count }
    let lengths = Log<Int>()
    let token = longerOrShorter.sink { lengths.append($0.count) }

    store.dispatch(action: Finish(id: 1))
    store.dispatch(action: Add(id: 3))

    #expect(openCount.value == 2)
    #expect(firstID.value == 1)
    #expect(lengths.events == [2, 3])
    token.cancel()
  }

  @Test func `what the page says about finding unstable projectors works`() {
    let todos = Selector(keyPath: \AppState.todos)
    store.onDiagnostic = { [printed] in printed.append("\($0)") }
    store.checksProjectors = true
    #expect(store.selectCurrent(Selector.with(todos, name: "first") { $0.first }) == Todo(id: 1))
    #expect(printed.events == [])
  }
}
