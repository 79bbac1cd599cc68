import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerElementsTests {
  struct Todo: Sendable, Equatable, Identifiable {
    let id: Int
    var isDone = false
  }
  struct Board: Sendable, Equatable {
    var entities: Entities<Todo> = [Todo(id: 1), Todo(id: 2)]
    var array = [Todo(id: 1), Todo(id: 2)]
    var dictionary = ["one": Todo(id: 1), "two": Todo(id: 2)]
    var numbered: [Int: Todo] = [:]
  }

  fileprivate struct OwnMember { let name = "own" }

  struct Toggle: Action, Equatable {}
  enum BoardAction: Action {
    case todo(Int, Toggle)
    case named(String, Toggle)
    case clear

    var byNumber: (Int, Toggle)? {
      if case .todo(let id, let action) = self { (id, action) } else { nil }
    }

    static let todos = Wrapping.element(\BoardAction.byNumber, BoardAction.todo)

    var byName: (String, Toggle)? {
      if case .named(let name, let action) = self { (name, action) } else { nil }
    }
  }

  static let todo = Reducer<Todo>(
    id: "todo",
    ReduceOn(Toggle.self) { todo, _ in todo.isDone.toggle() }
  )

  @Test func `an element is changed by its id or key, in each collection`() {
    let done = Todo(id: 2, isDone: true)
    let store = Store(
      initialState: Board(),
      reducers: [
        Self.todo.lift(.each(\Board.entities), action: BoardAction.todos),
        Self.todo.lift(.each(\Board.array), action: BoardAction.todos),
        Self.todo.lift(
          .each(\Board.dictionary),
          action: .element(\BoardAction.byName, BoardAction.named)
        ),
      ]
    )
    var expected = Board(entities: [Todo(id: 1), done], array: [Todo(id: 1), done])
    store.send(BoardAction.clear, BoardAction.todo(2, Toggle()))
    #expect(store.state == expected)
    store.send(BoardAction.named("two", Toggle()))
    expected.dictionary["two"] = done
    #expect(store.state == expected)
  }

  @Test func `an element's action names the element itself, and another is for every element`() {
    let initial = Board(
      array: [Todo(id: 1), Todo(id: 2), Todo(id: 2)],
      numbered: [1: Todo(id: 1), 2: Todo(id: 2)]
    )
    let store = Store(
      initialState: initial,
      reducers: [
        Self.todo.lift(.each(\Board.entities)), Self.todo.lift(.each(\Board.array)),
        Self.todo.lift(.each(\Board.numbered)),
      ]
    )
    /// Which elements are done, of each collection.
    func done() -> [[Bool]] {
      let numbered = store.numbered
      return [
        store.entities.map(\.isDone), store.array.map(\.isDone),
        numbered.keys.sorted().map { numbered[$0]?.isDone == true },
      ]
    }
    for action in [Toggle(), Unhandled()] as [any Action] {
      store.send(ElementAction<Todo>(id: 2, action: action))
    }
    #expect(done() == [[false, true], [false, true, false], [false, true]])
    store.send(EveryElementAction<Todo>(action: Toggle()))
    #expect(done() == [[true, false], [true, false, true], [true, false]])
  }

  @Test func `a program's own members of arrays and dictionaries cause no conflict`() {
    let array = Board().array
    #expect(array[id: 2] == Todo(id: 2))
    #expect(array.ids == [1, 2])
    #expect(array.contains(id: 2))
    #expect(array.update(id: 1) == "updated 1")
    #expect([1: Todo(id: 1)].ids == [1])
    #expect(Array<Todo>.Member().name == "own")
    #expect(array.identified is [Todo])
  }

  @Test(arguments: [false, true])
  func `an action for a missing element changes nothing and is reported once`(isWatched: Bool) {
    let store = Store(
      initialState: Board(),
      reducers: [Self.todo.lift(.each(\Board.entities), action: BoardAction.todos)]
    )
    let reports = Log<String>()
    store.onDiagnostic = { [unowned store] diagnostic in
      // The handler may use the store.
      reports.append("\(store.state.entities.count): \(diagnostic)")
    }
    if isWatched { store.register(interceptor: TestInterceptor<Board>()) }
    store.dispatch(action: BoardAction.todo(7, Toggle()))
    // By the thread that dispatched, without the lock.
    #expect(reports.events.count == 1)
    store.dispatch(action: BoardAction.todo(8, Toggle()))
    #expect(store.state == Board())
    #expect(reports.events.count == 1)
    #expect(reports.events[0].hasPrefix("2: No Todo has the id 7, for which todo(7, "))
  }

  @Test func `each store reports what is missing in it`() {
    let lifted = Self.todo.lift(.each(\Board.entities))
    let all = [
      Store(initialState: Board(), reducers: [.combine(.identity, lifted)]),
      Store(initialState: Board(), reducers: [lifted.limited { _ in true }]),
    ]
    let reports = Log<Int>()
    for (index, store) in all.enumerated() {
      store.onDiagnostic = { _ in reports.append(index) }
      store.dispatch(action: ElementAction<Todo>(id: 7, action: Toggle()))
    }
    #expect(reports.events == [0, 1])
  }

  @Test func `a store may be freed before it has reported what is missing`() async {
    let reducer = Self.todo.lift(.each(\Board.entities))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let store = Store(initialState: Board(), reducers: [reducer])
          store.onDiagnostic = { _ in }
          store.dispatch(action: ElementAction<Todo>(id: 7, action: Toggle()))
        }
      }
    }
  }
}

// What a program may have declared itself.
extension Array where Element: Identifiable {
  fileprivate var ids: [Element.ID] { map(\.id) }

  fileprivate subscript(id id: Element.ID) -> Element? { first { $0.id == id } }

  fileprivate func contains(id: Element.ID) -> Bool { self[id: id] != nil }

  fileprivate func update(id: Element.ID) -> String { "updated \(id)" }

  /// Its own type of this name, and not that of a collection's member.
  fileprivate typealias Member = ReducerElementsTests.OwnMember

  fileprivate var identified: any Collection { self }
}

extension Dictionary {
  fileprivate var ids: [Key] { Array(keys) }
}
