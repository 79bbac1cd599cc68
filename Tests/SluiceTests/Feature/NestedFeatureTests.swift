import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// Features in features in features, at places that come and go.
@Suite(.inTurn) struct NestedFeatureTests {
  struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  struct Room: Sendable, Equatable, Identifiable {
    var id = "a"
    var count = 0
    var rows: Entities<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct House: Sendable, Equatable {
    var room: Room?
    var visits = 0
  }

  struct RoomWorld: Sendable {
    let log: Log<String>
    var row: String { "of a row" }
  }

  struct World: Sendable {
    let log = Log<String>()
    var room: RoomWorld { RoomWorld(log: log) }
  }

  struct Enter: Action { var room: Room? }
  struct Remove: Action { let id: Int }
  struct Name: Action { let title: String }
  struct Work: Action {}
  struct Count: Action { var by = 1 }
  struct Done: Answer {
    let note: String
    var answer: String? { note }
  }

  /// What became of the rows, from inside.
  private let log = Log<String>()

  private func row(_ id: String = "row") -> Feature<Row, String> {
    Feature<Row, String>(id: id)
      .reducer(Reducer(ReduceOn(Name.self) { $0.title = $1.title }))
      .effect(
        .on(Work.self).seeing(Row.self).run { [log] _, world, context in
          log.append("row \(context.state.id) \(world)")
          do { try await context.sleep(for: .seconds(1)) } catch {
            log.append("row cancelled")
            throw error
          }
          context.send(Name(title: "worked"))
        }
      )
      .feedback(
        Feedback(for: { $0.title == "worked" ? $0.id : nil }) { [log] id, world, context in
          log.append("feedback \(id) \(world)")
          context.send(Name(title: "done"))
        }
      )
      .middleware(
        MiddlewareFunction { [log] action, context, next in
          log.append("middleware \(context.state.id)")
          next(action)
        }
      )
  }

  private let history = StateHistory(of: .state(\Room.count))

  private func room() -> Feature<Room, RoomWorld> {
    Feature<Room, RoomWorld>(id: "room")
      .reducer(
        Reducer(
          ReduceOn(Count.self) { $0.count += $1.by },
          ReduceOn(EveryElementAction<Row>.self) { _, _ in }
        )
      )
      .feature(row().lift(.each(\.rows), environment: \.row))
      .reducer(
        Reducer(
          id: "removing",
          ReduceOn(Remove.self) { $0.rows.remove(id: $1.id) },
          ReduceOn(EveryElementAction<Row>.self) { _, _ in }
        )
      )
      .effect(
        .on(Count.self).seeing(Room.self).run { _, world, context in
          world.log.append("room \(context.state.count)")
        }
      )
      .interceptor(
        CommitProbe { [log] commit in log.append("interceptor \(commit.newState.count)") }
      )
      .history(history)
  }

  private func house() -> Feature<House, World> {
    Feature<House, World>(id: "house")
      .reducer(
        Reducer(
          ReduceOn(Enter.self) { $0.room = $1.room },
          ReduceOn(EveryElementAction<Row>.self) { house, _ in house.visits += 1 }
        )
      )
      .feature(room().lift(.optional(\.room), environment: \.room))
  }

  private let world = World()
  private let bench: Bench<House, World>
  private var store: Store<House, World> { bench.store }

  init() {
    bench = Bench(state: House(), environment: world)
    store.register(feature: house())
  }

  private static func to(_ id: Int, _ action: any Action) -> any Action {
    ElementAction<Row>(id: id, action: action)
  }

  @Test func `reducers run in the order of addition, and are named by their features`() {
    let reducers = store.noting { $0.reducers }
    store.dispatch(action: Enter(room: Room()))
    store.dispatch(action: EveryElementAction<Row>(action: Name(title: "x")))
    #expect(reducers.events == [["house"], ["house", "room", "row", "removing"]])
    #expect(store.state.room?.rows.map(\.title) == ["x", "x"])
  }

  @Test func `all that inner features have is there, with their environments`() async {
    await bench.sendEach(Self.to(1, Work()), Enter(room: Room()), Self.to(2, Work()))
    #expect(log.events == ["interceptor 0", "middleware 2", "interceptor 0", "row 2 of a row"])
    await bench.advance(1)
    #expect(log.events.filter { $0.hasPrefix("feedback") } == ["feedback 2 of a row"])
    #expect(store.state.room?.rows.map(\.title) == ["", "done"])
    await bench.sendEach(Count(by: 5))
    #expect(world.log.events == ["room 5"])
    #expect(log.events.last == "interceptor 5")
    #expect(history.undo())
    #expect(store.state.room?.count == 0)
  }

  @Test(arguments: [Remove(id: 1), Enter(), Enter(room: Room(id: "b"))] as [any Action])
  func `the commit that removes an inner or an outer part cancels its runs`(gone: any Action) async
  {
    await bench.sendEach(Enter(room: Room()), Self.to(1, Work()))
    await bench.advance(0.5)
    await bench.send(gone)
    #expect(log.events.contains("row cancelled"))
    await bench.advance(5)
    #expect(store.state.room?.rows.contains { $0.title != "" } != true)
    await store.idle()
  }

  @Test func `an outer part that only changes leaves the runs of inner ones alone`() async {
    await bench.sendEach(Enter(room: Room()), Self.to(1, Work()))
    await bench.advance(0.5)
    await bench.sendEach(Enter(room: Room(count: 7)), Remove(id: 2))
    await bench.advance(5)
    #expect(store.state.room?.rows.map(\.title) == ["done"])
    #expect(!log.events.contains("row cancelled"))
  }

  @Test func `unregistered, the outermost takes all that it has along`() async {
    await bench.sendEach(Enter(room: Room()), Self.to(1, Work()))
    store.unregister(feature: house())
    await bench.advance(5)
    #expect(log.events.last == "row cancelled")
    let count = log.events.count
    await bench.sendEach(Self.to(1, Name(title: "x")), Count(), Enter())
    #expect(log.events.count == count)
    #expect(store.state == House(room: Room()))
    #expect(!history.undo())
    await store.idle()
  }

  // MARK: - Ids

  /// Waits, and is cancelled by stops if the ids meet.
  private static func waiting(_ note: String) -> Effect<Void> {
    Effect<Void>.on(Work.self).run { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Done(note: note))
    }
    .cancellable(id: "it")
  }

  private static func stopping(_ note: String) -> Effect<Void> {
    Effect<Void>.on(Stop.self) { _, _ in Done(note: note) }.cancels(id: "it")
  }

  @Test func `an effect's id is its feature's own`() async {
    // Outer, inner, the effects of each, and which waits to the end.
    let cases: [(outer: [Effect<Void>], inner: [Effect<Void>], other: [Effect<Void>], [String])] = [
      ([Self.waiting("outer")], [Self.stopping("stop")], [], ["stop", "outer"]),
      ([Self.stopping("stop")], [Self.waiting("inner")], [], ["stop", "inner"]),
      ([], [Self.waiting("inner")], [Self.stopping("stop")], ["stop", "inner"]),
      (
        [], [Self.waiting("inner"), Self.stopping("stop")], [Self.waiting("other")],
        ["stop", "other"]
      ),
      (
        [Self.waiting("outer"), Self.stopping("stop")], [], [Self.waiting("other")],
        ["stop", "other"]
      ),
    ]
    for (outer, inner, other, answers) in cases {
      let bench = Bench()
      func feature(_ id: String, _ effects: [Effect<Void>]) -> Feature<Counting, Void> {
        effects.reduce(Feature(id: id)) { $0.effect($1) }
      }
      bench.store.register(
        feature: feature("outer", outer)
          .feature(feature("inner", inner).lift(.state(\.self)))
          .feature(feature("other", other))
      )
      await bench.sendEach(Work(), Stop())
      await bench.advance(2)
      #expect(bench.answers == answers)
    }
  }

  // MARK: - Ids of features

  @Test func `a feature whose id is taken is refused, until the first is unregistered`() throws {
    let store = Store(initialState: Counting())
    let reports = store.reports()
    func feature(adding by: Int) -> Feature<Counting, Void> {
      Feature(id: "cart").reducer(Reducer(ReduceOn(Touch.self) { state, _ in state.count += by }))
    }
    let first = store.register(feature: feature(adding: 1), fileID: "Shop/Cart.swift", line: 3)
    let second = store.register(feature: feature(adding: 10), fileID: "Shop/Late.swift", line: 7)
    #expect(
      reports.events == [
        """
        The feature cart was not registered (Shop/Late.swift:7): another one with this id is already \
        registered (Shop/Cart.swift:3). To fix, give one of them another id, or unregister the first before.
        """
      ]
    )
    second.unregister()
    store.dispatch(action: Touch())
    #expect(store.count == 1)
    first.unregister()
    store.register(feature: feature(adding: 100))
    store.dispatch(action: Touch())
    #expect(store.count == 101)
    store.unregister(feature: feature(adding: 0))
    store.register(feature: feature(adding: 1_000))
    store.dispatch(action: Touch())
    #expect(store.count == 1_101)
    #expect(reports.events.count == 1)
  }
}
