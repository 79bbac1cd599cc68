import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Reducers that refer to themselves, for trees.
@Suite(.inTurn) struct RecursiveReducerTests {
  struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
    var rows: Entities<Row> = []
    var list: [Row] = []
    var table: [Int: Row] = [:]

    /// The first of the list, as a part that may be absent.
    var child: Row? {
      get { list.first }
      set { list = newValue.map { [$0] } ?? [] }
    }
  }

  struct Count: Action {}
  struct Ask: Action {}

  indirect enum RowAction: Action {
    case count
    case ask
    case row(Int, RowAction)

    var inner: (Int, RowAction)? {
      if case .row(let id, let action) = self { (id, action) } else { nil }
    }
  }

  static let own = Reducer<Row>(ReduceOn(Count.self) { row, _ in row.count += 1 })

  /// Counts, and asks, in actions that may be for another row.
  static let ownRowActions = Reducer<Row>(
    ReduceOn(RowAction.self) { row, action in
      if case .count = action { row.count += 1 }
      return if case .ask = action { [.action { RowAction.count }] } else { [] }
    }
  )

  /// A store of rows within one another, whose ids are 0, 1, 2 and so on.
  static func store(
    _ place: Place,
    levels: Int = 3,
    _ reducers: Reducer<Row>...
  ) -> Store<Row, Void> {
    Store(initialState: chain(0..<levels, place.add), reducers: reducers)
  }

  /// Returns actions for the element at the end of a path.
  static func action(_ action: any Action, at path: [Int]) -> any Action {
    path.reversed().reduce(action) { ElementAction<Row>(id: $1, action: $0) }
  }

  /// A row with another one inside, as often as there are ids.
  static func chain(_ ids: some Sequence<Int>, _ add: (inout Row, Row) -> Void) -> Row {
    let rows = ids.map { Row(id: $0) }.reversed()
    return rows.dropFirst().reduce(rows.first ?? Row(id: 0)) { inner, row in
      var row = row
      add(&row, inner)
      return row
    }
  }

  /// The number that is counted by each row on the way to the last one, and the rest.
  static func counts(_ row: Row) -> [Int] {
    var counts = [row.count]
    var next = row
    while let row = next.rows.first ?? next.list.first ?? next.table.values.first {
      counts.append(row.count)
      next = row
    }
    return counts
  }

  /// The ways in which a row is found within another.
  enum Place: CaseIterable, Sendable {
    case entities, array, dictionary

    var reducer: Reducer<Row> {
      .recursive { this in
        let inner: Reducer<Row> =
          switch self {
          case .entities: this.lift(elements: \Row.rows)
          case .array: this.lift(elements: \Row.list)
          case .dictionary: this.lift(elements: \Row.table)
          }
        return .combine(own, inner)
      }
    }

    func add(_ row: inout Row, _ inner: Row) {
      switch self {
      case .entities: row.rows.append(inner)
      case .array: row.list.append(inner)
      case .dictionary: row.table[inner.id] = inner
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `an action within element actions reaches the row at the end of the path`(place: Place) {
    let store = Self.store(place, levels: 4, place.reducer)
    let missing = Log<String>()
    store.onDiagnostic = { if case .missingElement = $0 { missing.append("\($0)") } }
    for path in [[1, 2], [], [1, 2, 3]] { store.dispatch(action: Self.action(Count(), at: path)) }
    #expect(Self.counts(store.state) == [1, 0, 1, 1])
    #expect(missing.events == [])
    store.dispatch(action: Self.action(Count(), at: [1, 3]))
    #expect(Self.counts(store.state) == [1, 0, 1, 1])
    #expect(missing.events.count == 1)
    // For those of one row.
    store.dispatch(action: Self.action(EveryElementAction<Row>(action: Count()), at: [1]))
    #expect(Self.counts(store.state) == [1, 0, 2, 1])
  }

  @Test func `parts that may be absent pass an action down, as far as there are any`() {
    let reducers: [Reducer<Row>] = [
      .recursive { .combine(Self.own, $0.lift(state: \.child)) },
      .recursive { .combine(Self.own, $0.lift(get: \.child, set: { $0.child = $1 })) },
    ]
    for reducer in reducers {
      let store = Self.store(.array, reducer)
      store.dispatch(action: Count())
      #expect(Self.counts(store.state) == [1, 1, 1])
    }
  }

  @Test func `the closure is called once, and the id is that of the reducer`() {
    let calls = Log<Void>()
    let reducer = Reducer<Row>.recursive(id: "rows") { this in
      calls.append(())
      return .combine(Self.own, this.lift(elements: \.rows), this.lift(elements: \.list))
    }
    let store = Store(initialState: Row(id: 0, rows: [Row(id: 1)], list: [Row(id: 1)]))
    store.register(reducer: reducer)
    store.dispatch(action: Self.action(Count(), at: [1]))
    #expect(calls.events.count == 1)
    #expect(reducer.id == "rows")
    #expect(store.rows.first?.count == 1 && store.list.first?.count == 1)
    store.unregister(reducer: reducer)
    store.dispatch(action: Self.action(Count(), at: [1]))
    #expect(store.rows.first?.count == 1)
  }

  /// Recursions by which an action of any type could be handled, though the own reducer is for one.
  static let open: [Reducer<Row>] = [
    .recursive { .combine(own, $0.lift(state: \.child)) },
    .recursive { Reducer.combine(own, $0.lift(state: \.child)).logging { _ in } },
    .recursive { .combine($0.logging { _ in }.lift(state: \.child), own) },
    .recursive { .combine($0.lift(state: \.child).limited { $0 is Count.Type }, own) },
    // Two that refer to each other.
    .recursive { outer in
      .combine(own, .recursive { .combine($0.lift(state: \.child), outer.lift(state: \.child)) })
    },
  ]

  @Test(arguments: open.indices)
  func `what the own reducer doesn't handle, the tree doesn't either`(index: Int) {
    let store = Self.store(.array, Self.open[index])
    let unhandled = Log<String>()
    store.onDiagnostic = {
      if case .unhandledAction(let type, _, _) = $0 { unhandled.append("\(type)") }
    }
    store.dispatch(action: Count())
    #expect(Self.counts(store.state).allSatisfy { $0 > 0 })
    store.send(Unhandled(), Count())
    #expect(Self.counts(store.state).allSatisfy { $0 > 1 })
    #if DEBUG
      #expect(unhandled.events == ["Unhandled"])
    #endif
  }

  // MARK: - Follow-ups

  @Test func `a follow-up's action is for the row that requested it`() async {
    let asking = Reducer<Row>(ReduceOn(Ask.self) { _, _ in [.action { Count() }] })
    let store = Self.store(
      .entities,
      .recursive { .combine(asking, Self.own, $0.lift(elements: \.rows)) }
    )
    store.dispatch(action: Self.action(Ask(), at: [1, 2]))
    await store.idle()
    #expect(Self.counts(store.state) == [0, 0, 1])
  }

  @Test func `wrapped actions lead to the rows, and follow-ups that nothing wraps are reported`() {
    let store = Self.store(.entities)
    let unwrapped = Log<String>()
    store.onDiagnostic = { if case .unwrappedFollowUps = $0 { unwrapped.append("\($0)") } }
    let inner = { @Sendable (action: RowAction) in action.inner?.1 }
    store.register(
      reducer: .recursive { this in
        .combine(Self.ownRowActions, this.lift(action: inner).lift(state: \.child))
      }
    )
    #expect(unwrapped.events.count == 1)
    store.register(
      reducer: .recursive { this in
        .combine(
          Self.ownRowActions,
          this.lift(elements: \.rows, action: \RowAction.inner, embed: { RowAction.row($0, $1) })
        )
      }
    )
    #expect(unwrapped.events.count == 1)
    store.send(RowAction.row(1, .row(2, .ask)), RowAction.row(1, .count))
    #expect(Self.counts(store.state) == [0, 1, 1])
  }

  // MARK: - Lifetime and depth

  @Test func `a recursive reducer does not retain itself`() {
    weak var held: Witness?
    do {
      let witness = Witness()
      held = witness
      let own = Reducer<Row>(
        ReduceOn(Count.self) { row, _ in withExtendedLifetime(witness) { row.count += 1 } }
      )
      let reducer = Reducer<Row>.recursive { .combine(own, $0.lift(elements: \.rows)) }
      let store = Self.store(.entities, reducer)
      store.dispatch(action: Self.action(Count(), at: [1, 2]))
      #expect(Self.counts(store.state) == [0, 0, 1])
    }
    #expect(held == nil)
  }

  @Test(arguments: Place.allCases)
  func `a thousand levels are reduced`(place: Place) async {
    // A main thread's stack; a larger one if it is instrumented.
    let environment = ProcessInfo.processInfo.environment
    let isInstrumented = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains { environment[$0] != nil }
    let counts = Shared<[Int]>([])
    await Threads.run(stackSize: (isInstrumented ? 64 : 8) * 1024 * 1024) { _ in
      let store = Self.store(place, levels: 1_001, place.reducer)
      store.dispatch(action: Self.action(Count(), at: Array(1...1_000)))
      counts.value = Self.counts(store.state)
    }
    #expect(counts.value == Array(repeating: 0, count: 1_000) + [1])
  }
}
