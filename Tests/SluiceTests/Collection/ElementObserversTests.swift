import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct ElementObserversTests {
  /// An element that counts how often two are compared.
  struct Row: Identifiable, Sendable, Equatable {
    let id: Int
    var count = 0
    let comparisons: Shared<Int>

    static func == (one: Row, other: Row) -> Bool {
      one.comparisons.change { $0 += 1 }
      return one.id == other.id && one.count == other.count
    }
  }

  struct Table: Sendable {
    let comparisons: Shared<Int>
    var rows: Entities<Row>

    init() {
      let comparisons = Shared(0)
      self.comparisons = comparisons
      rows = Entities((0..<1_000).map { Row(id: $0, comparisons: comparisons) })
    }
  }

  struct Whole: Sendable {
    var table = Table()
    var clicks = 0
  }

  struct Bump: Action {
    let ids: [Int]
    init(_ ids: Int...) { self.ids = ids }
  }

  static let rows = EntitySelectors(at: \Whole.table.rows)
  static let table = Selector(keyPath: \Whole.table, comparing: .always)

  private static func makeStore() -> Store<Whole, Void> {
    Store(
      initialState: Whole(),
      reducers: [
        Reducer(
          ReduceOn(Bump.self) { state, action in
            for id in action.ids { state.table.rows[id: id]?.count += 1 }
          },
          ReduceOn(Touch.self) { state, _ in state.clicks += 1 }
        )
      ]
    )
  }

  private let store = makeStore()

  /// Watches a thousand rows; returns the comparisons for the first commit that changes one of them,
  /// for the second one, and for one that changes something else.
  private func comparisons<Value>(
    _ selection: (Store<Whole, Void>, Int) -> Selection<Value>
  ) -> [Int] {
    let store = Self.makeStore()
    store.checksProjectors = false
    let calls = Shared(0)
    let tokens = (0..<1_000).map { id in
      selection(store, id).sink { _ in calls.change { $0 += 1 } }
    }
    let comparisons = store.state.table.comparisons
    let counts = ([Bump(3), Bump(4), Touch()] as [any Action]).map { action in
      let before = (comparisons.value, calls.value)
      store.dispatch(action: action)
      return (comparisons: comparisons.value - before.0, calls: calls.value - before.1)
    }
    #expect(counts.map(\.calls) == [1, 1, 0])
    withExtendedLifetime(tokens) {}
    return counts.map(\.comparisons)
  }

  @Test func `a commit is compared only for the observers of what it changed`() {
    let rows = Self.rows
    #expect(comparisons { $0.select(rows.byID($1)) } == [1, 1, 0])
    let derived = comparisons { store, id in
      store.select(Selector.with(rows.byID(id)) { $0?.count ?? 0 })
    }
    #expect(derived == [1, 1, 0])
    let part = comparisons { store, id in
      store.select(Selector.with(rows.byID(id), keyPath: \Row?.?.count))
    }
    #expect(part == [0, 0, 0])
    let projected = comparisons { store, id in
      store.projection(rows.byID(id)).select(\Row?.?.count)
    }
    #expect(projected == [1, 1, 0])
    let rowsOfTable = EntitySelectors(at: \Table.rows)
    let tables = Shared<[StoreProjection<Table, any Action>]>([])
    let within = comparisons { store, id in
      if id == 0 { tables.value = [store.projection(Self.table)] }
      return tables.value[0].select(rowsOfTable.byID(id))
    }
    #expect(within == [1, 1, 0])
    // A closure is evaluated at each commit.
    #expect(
      comparisons { store, id in store.select { $0.table.rows[id: id] } } == [1_000, 1_000, 1_000]
    )
  }

  @Test func `observers subscribed within a delivery miss nothing`() {
    let log = Log<String>()
    let tokens = Shared<[SelectionToken]>([])
    let click = store.select(\.clicks).sink { [unowned store] clicks in
      if clicks != 1 { return }
      for id in 1...2 {
        let token = store.select(Self.rows.byID(id)).sink {
          log.append("\(id): \($0?.count ?? -1)")
        }
        tokens.change { $0.append(token) }
        // Enqueued, as the one before, and delivered after this observer was added.
        store.dispatch(action: Bump(2))
      }
    }
    store.dispatch(action: Touch())
    #expect(log.events == ["1: 0", "2: 1", "2: 2"])
    store.dispatch(action: Bump(1, 2))
    #expect(log.events == ["1: 0", "2: 1", "2: 2", "1: 1", "2: 3"])
    withExtendedLifetime(click) { tokens.value = [] }
  }

  @Test func `what is changed during a subscription, and changed back, is delivered`() {
    struct Hooked: Sendable {
      var stored: Entities<Song> = [Song(id: 1, title: "old")]
      let hook: Shared<(@Sendable () -> Void)?>

      var songs: Entities<Song> {
        hook.exchange(nil)?()
        return stored
      }
    }
    let hook = Shared<(@Sendable () -> Void)?>(nil)
    let store = Store(
      initialState: Hooked(hook: hook),
      reducers: [Reducer(ReduceOn(Touch.self) { state, _ in state.stored[id: 1]?.title = "new" })]
    )
    let old = store.state
    // After the subscription has begun, and before the subscriber is registered.
    hook.value = { [unowned store] in store.dispatch(action: Touch()) }
    let titles = store.select(EntitySelectors(at: \Hooked.songs).byID(1)).received { $0?.title }
    store.restore(old)
    #expect(titles.values == ["new", "old"])
  }

  @Test func `an observer that comes back after a change elsewhere misses nothing`() {
    let before = store.state
    store.select(Self.rows.byID(1)).sink { _ in }.cancel()
    let other = store.select(Self.rows.byID(2)).sink { _ in }
    store.dispatch(action: Touch())
    other.cancel()
    // Nobody observes elements meanwhile.
    store.dispatch(action: Bump(1))
    let counts = store.select(Self.rows.byID(1)).received { $0?.count }
    store.restore(before)
    #expect(counts.values == [1, 0])
  }

  @Test func `a cancelled observer of an element is released at once`() {
    weak var released: Witness?
    do {
      let witness = Witness()
      released = witness
      let token = store.select(Self.rows.byID(1)).sink { _ in withExtendedLifetime(witness) {} }
      token.cancel()
    }
    #expect(released == nil)
  }

  @Test func `a feedback for an element follows it`() async throws {
    let log = Log<Int>()
    let row = EntitySelectors(at: \Table.rows).byID(8)
    store.register(Feedback<Table, Void>(for: row) { row, _, _ in log.append(row.count) }) {
      $0.lift(.state(\.table))
    }
    for count in 0...2 {
      try await log.wait(for: count)
      store.dispatch(action: Bump(8))
    }
  }

  @Test func `each change of an element is delivered once, in order, from any thread`() async {
    let ids = Array(0..<20)
    let seen = Shared([Int: [Int]]())
    let tokens = ids.map { id in
      store.select(Self.rows.byID(id)).sink { row in
        seen.change { $0[id, default: []].append(row?.count ?? -1) }
      }
    }
    await Threads.run(4) { [store] thread in
      for index in 0..<1_000 {
        if index % 50 == 49 {
          let first = Shared<Int?>(nil)
          let token = store.select(Self.rows.byID(index % 20)).sink { row in
            let count = row?.count ?? -1
            let last = first.exchange(count)
            if let last, last + 1 != count { Issue.record("\(count) came after \(last)") }
          }
          store.dispatch(action: Bump(index % 20, (index + 1 + thread) % 20))
          token.cancel()
        } else if index % 3 == 0 {
          store.dispatch(action: Touch())
        } else {
          store.dispatch(action: Bump((index + thread) % 20))
        }
      }
    }
    await store.idle()
    for id in ids {
      let last = store.state.table.rows[id: id]?.count ?? -1
      #expect(seen.value[id] == Array(0...last))
    }
    for token in tokens { token.cancel() }
  }
}
