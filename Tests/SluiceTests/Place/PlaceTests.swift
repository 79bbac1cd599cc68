import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Every place with every wrapping.
@Suite(.inTurn) struct PlaceTests {
  struct Cell: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  enum Screen: Sendable, Equatable {
    case none
    case cell(Cell)

    var cell: Cell? { if case .cell(let cell) = self { cell } else { nil } }
  }

  struct Board: Sendable, Equatable {
    var cell = Cell(id: 1)
    var cover: Cell?
    var screen = Screen.none
    var entities: Entities<Cell> = []
    var array: [Cell] = []
    var numbered: [Int: Cell] = [:]
    var named: [String: Cell] = [:]

    /// All parts, and of elements two.
    static let full = Board(
      cover: Cell(id: 2),
      screen: .cell(Cell(id: 2)),
      entities: [Cell(id: 1), Cell(id: 2)],
      array: [Cell(id: 1), Cell(id: 2)],
      numbered: [1: Cell(id: 1), 2: Cell(id: 2)],
      named: ["1": Cell(id: 1), "2": Cell(id: 2)]
    )
  }

  /// Adds to a count; one more than nothing makes whatever takes part add, too.
  struct Add: Action { var by = 1 }
  struct Cased: Action { var add: Add? }
  /// Names a part, or every part.
  struct Keyed<Key: Hashable & Sendable>: Action {
    var key: Key?
    var add: Add
  }

  /// A place with a wrapping.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reducer: @Sendable (Reducer<Cell>) -> Reducer<Board>
    let feature: @Sendable (Feature<Cell, Void>) -> Feature<Board, Void>
    /// Wraps an action for the second part.
    let wrap: @Sendable (Add) -> any Action
    /// Adds to the second part, as the actions do.
    let expect: @Sendable (inout Board, Int) -> Void
  }

  static func table<Key>(
    _ name: String,
    _ place: Place<Board, Key, Cell>,
    _ key: Key,
    unwrapped: (@Sendable (Add) -> any Action)? = { $0 },
    _ expect: @escaping @Sendable (inout Board, Int) -> Void
  ) -> [Row] {
    func wrapped(
      _ title: String,
      _ wrap: @escaping @Sendable (Add) -> any Action,
      _ wrapping: Wrapping<some Action, Key, Add>
    ) -> Row {
      Row(
        testDescription: "\(name), \(title)",
        reducer: { $0.lift(place, action: wrapping) },
        feature: { $0.lift(place, action: wrapping) },
        wrap: wrap,
        expect: expect
      )
    }
    let keyed = Wrapping<Keyed<Key>, Key, Add>.element(
      { action in action.key.map { ($0, action.add) } },
      { Keyed(key: $0, add: $1) }
    )
    var rows = [wrapped("wrapped with a key", { Keyed(key: key, add: $0) }, keyed)]
    if let cased = Wrapping<Cased, Only, Add>.case(\.add, { Cased(add: $0) })
      as? Wrapping<Cased, Key, Add>
    {
      rows.append(wrapped("wrapped in a case", { Cased(add: $0) }, cased))
    }
    if let unwrapped {
      rows.append(
        Row(
          testDescription: "\(name), not wrapped",
          reducer: { $0.lift(place) },
          feature: { $0.lift(place) },
          wrap: unwrapped,
          expect: expect
        )
      )
    }
    return rows
  }

  static let element = { @Sendable (add: Add) -> any Action in
    ElementAction<Cell>(id: 2, action: add)
  }

  static let rows: [Row] =
    ([
      table("a property", .state(\.cell), .part) { $0.cell.count += $1 },
      table("an optional part", .optional(\.cover), .part) { $0.cover?.count += $1 },
      table(
        "a case",
        .case(get: { $0.screen.cell }, set: { $0.screen = .cell($1) }),
        .part
      ) { board, by in board.screen = .cell(Cell(id: 2, count: by)) },
      table("entities", .each(\.entities), 2, unwrapped: element) { board, by in
        board.entities.update(id: 2) { $0.count += by }
      },
      table("an array", .each(\.array), 2, unwrapped: element) { $0.array[1].count += $1 },
      table("an array by something else", .each(\.array, id: { "\($0.id)" }), "2", unwrapped: nil) {
        $0.array[1].count += $1
      },
      table("a dictionary", .each(\.numbered), 2, unwrapped: element) {
        $0.numbered[2]?.count += $1
      },
      table("a dictionary by something else", .each(\.named), "2", unwrapped: nil) {
        $0.named["2"]?.count += $1
      },
    ] as [[Row]]).flatMap { $0 }

  static let reducer = Reducer<Cell>(
    ReduceOn(Add.self) { cell, add in
      cell.count += add.by
      return add.by == 1 ? [.action { Add(by: 10) }] : []
    }
  )

  /// All that acts on actions or the state, each with a digit of its own.
  static let feature = Feature<Cell, Void>(id: "cell")
    .reducer(reducer)
    .effect(.on(Add.self).map { add, _ in add.by == 1 ? Add(by: 100) : nil })
    .effect(
      .on(Add.self).seeing(Cell.self).run { add, _, context in
        if add.by == 1, context.state.count > 0 { context.send(Add(by: 1_000)) }
      }
    )
    .feedback(
      Feedback(while: { $0.count > 0 }, outlivesCondition: true) { $1.send(Add(by: 10_000)) }
    )
    .middleware(
      MiddlewareFunction { action, context, next in
        let isFirst = (action as? Add)?.by == 1 && context.state.count == 0
        next(action)
        if isFirst, context.state.count > 0 { context.dispatch(action: Add(by: 100_000)) }
      }
    )

  /// The actions of a row that add these numbers, in any order.
  private static func wrapped(_ row: Row, _ numbers: [Int]) -> [String] {
    numbers.map { "\(row.wrap(Add(by: $0)))" }.sorted()
  }

  @Test(arguments: rows, [false, true])
  func `what is lifted reaches its part, and dispatches for it`(row: Row, isFeature: Bool) async {
    let bench = Bench(state: Board.full)
    if isFeature {
      bench.store.register(feature: row.feature(Self.feature))
    } else {
      bench.store.register(reducer: row.reducer(Self.reducer))
    }
    await bench.send(row.wrap(Add()))
    await bench.store.idle()
    let numbers = isFeature ? [1, 10, 100, 1_000, 10_000, 100_000] : [1, 10]
    var expected = Board.full
    row.expect(&expected, numbers.reduce(0, +))
    #expect(bench.store.state == expected)
    let dispatched = bench.commits.dispatchedActions.map { "\($0)" }.sorted()
    #expect(dispatched == Self.wrapped(row, numbers))
    // Not its actions.
    for action in [Unhandled(), Cased(), Keyed(key: 7.5, add: Add())] as [any Action] {
      await bench.send(action)
    }
    #expect(bench.store.state == expected)
  }

  @Test(arguments: rows.filter { !$0.testDescription.hasPrefix("a property") })
  func `while there is no such part, nothing happens`(row: Row) async {
    let bench = Bench(state: Board())
    bench.store.register(feature: row.feature(Self.feature))
    await bench.send(row.wrap(Add()), then: 1)
    #expect(bench.store.state == Board())
    #expect(bench.commits.dispatchedActions.count == 1)
  }

  @Test func `an action for every part is for each of them`() async {
    let bench = Bench(state: Board.full)
    let keyed = Wrapping<Keyed<Int>, Int, Add>.element(
      { action in action.key.map { ($0, action.add) } },
      { Keyed(key: $0, add: $1) },
      every: { $0.key == nil ? $0.add : nil }
    )
    bench.store.register(feature: Self.feature.lift(.each(\.numbered), action: keyed))
    await bench.send(Keyed<Int>(add: Add()), then: 1)
    await bench.store.idle()
    // Middleware is passed by.
    #expect(bench.store.state.numbered.mapValues(\.count) == [1: 11_111, 2: 11_111])
    #expect(bench.commits.dispatchedActions.count == 9)
  }

  @Test func `elements that don't know their ids need 'action'`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { _ = PlaceTests.reducer.lift(.each(\PlaceTests.Board.named)) }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Sluice: a Cell doesn't know its id"))
    #expect(message.contains("lift(.each(…), action: .element(…))"))
  }
}
