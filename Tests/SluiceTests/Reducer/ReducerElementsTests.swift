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
    var pair = Pair()
  }

  struct Pair: Sendable, Equatable, IdentifiedCollection {
    var one = Todo(id: 1)
    var other = Todo(id: 2)

    static func memberIDs(of pair: Pair) -> [Int] { [1, 2] }

    static func member(_ id: Int, of pair: Pair) -> Todo? {
      id == 1 ? pair.one : id == 2 ? pair.other : nil
    }

    static func updateMember(
      _ id: Int,
      of pair: inout Pair,
      _ change: (inout Todo) -> Void
    ) -> Bool {
      if id == 1 { change(&pair.one) } else if id == 2 { change(&pair.other) } else { return false }
      return true
    }
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

    var byName: (String, Toggle)? {
      if case .named(let name, let action) = self { (name, action) } else { nil }
    }
  }

  static let todo = Reducer<Todo>(
    id: "todo",
    ReduceOn(Toggle.self) { todo, _ in todo.isDone.toggle() }
  )

  @Test func `an element is changed by its id or key, in a collection of one's own too`() {
    let done = Todo(id: 2, isDone: true)
    let store = Store(
      initialState: Board(),
      reducers: [
        Self.todo.lift(elements: \Board.entities, action: \BoardAction.byNumber),
        Self.todo.lift(elements: \Board.array, action: \BoardAction.byNumber),
        Self.todo.lift(elements: \Board.dictionary, action: \BoardAction.byName),
        Self.todo.lift(elements: \Board.pair, action: \BoardAction.byNumber),
      ]
    )
    var expected = Board(entities: [Todo(id: 1), done], array: [Todo(id: 1), done])
    expected.pair.other = done
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
        Self.todo.lift(elements: \Board.entities), Self.todo.lift(elements: \Board.array),
        Self.todo.lift(elements: \Board.numbered), Self.todo.lift(elements: \Board.pair),
      ]
    )
    /// Which elements are done, of each collection.
    func done() -> [[Bool]] {
      let numbered = store.numbered
      return [
        store.entities.map(\.isDone), store.array.map(\.isDone),
        numbered.keys.sorted().map { numbered[$0]?.isDone == true },
        [store.pair.one.isDone, store.pair.other.isDone],
      ]
    }
    for action in [Toggle(), Unhandled()] as [any Action] {
      store.send(ElementAction<Todo>(id: 2, action: action))
    }
    #expect(done() == [[false, true], [false, true, false], [false, true], [false, true]])
    store.send(EveryElementAction<Todo>(action: Toggle()))
    #expect(done() == [[true, false], [true, false, true], [true, false], [true, false]])
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
      reducers: [Self.todo.lift(elements: \Board.entities, action: \BoardAction.byNumber)]
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
    let lifted = Self.todo.lift(elements: \Board.entities)
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
    let reducer = Self.todo.lift(elements: \Board.entities)
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

  @Test func `an element of an array is changed by its index, in place`() {
    struct Row: Sendable { var cells: [Int] = [] }
    let numbers = Reducer<Int>(ReduceOn(Increment.self) { number, action in number += action.by })
    let rows = Reducer<Row>(ReduceOn(Toggle.self) { row, _ in row.cells.append(1) })
    struct Cell: Action { let increment: (Int, Increment)? }
    let cells = numbers.lift(indexed: \Row.cells, action: \Cell.increment)
    var row = Row(cells: [1, 2, 3])
    cells.reduce(&row, Cell(increment: (2, Increment(by: 10))))
    cells.reduce(&row, Cell(increment: nil))
    #expect(row.cells == [1, 2, 13])

    let lifted = rows.lift(indexed: \[Row].self, action: \BoardAction.byNumber)
    var grid = [Row(), Row(cells: Array(0..<1_000))]
    let place = unsafe grid[1].cells.withUnsafeBufferPointer { $0.baseAddress }
    grid[1].cells.removeLast()
    lifted.reduce(&grid, BoardAction.todo(1, Toggle()))
    #expect(grid.map(\.cells.count) == [0, 1_000])
    // Not copied.
    #expect(unsafe grid[1].cells.withUnsafeBufferPointer { $0.baseAddress } == place)
  }

  @Test(arguments: [-1, 2])
  func `an action for an index that is not there changes nothing and is reported once`(index: Int) {
    let store = Store(
      initialState: Board(),
      reducers: [Self.todo.lift(indexed: \Board.array, action: \BoardAction.byNumber)]
    )
    let reports = store.reports()
    for index in [1, index, index] { store.dispatch(action: BoardAction.todo(index, Toggle())) }
    #expect(store.array == [Todo(id: 1), Todo(id: 2, isDone: true)])
    #expect(
      reports.events == [
        """
        No Todo has the index \(index), because there are 2, and \
        \(BoardAction.todo(index, Toggle())) was for it: nothing was changed. To fix, cancel what is \
        under way for an element when it is removed, or name elements by their ids, which stay theirs.
        """
      ]
    )
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
