import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// What watches a part that comes and goes.
extension NestedFeatureTests {
  @Test func `an interceptor of an optional part is notified while that is there`() {
    let numbers = Log<[Int]>()
    let store = Store(initialState: House(), reducers: [Self.entering, Self.counting])
    let probe = CommitProbe<Room> {
      numbers.append([$0.number, $0.oldState?.count ?? -1, $0.newState.count])
    }
    store.register(probe) { $0.lift(.optional(\House.room)) }
    store.send(Count(), Enter(room: Room()), Count(by: 2), Enter(), Count())
    store.send(Enter(room: Room(count: 9)))
    #expect(numbers.events == [[2, -1, 0], [3, 0, 2], [6, -1, 9]])
  }

  private static let entering = Reducer<House>(ReduceOn(Enter.self) { $0.room = $1.room })
  private static let counting = Reducer<Room>(ReduceOn(Count.self) { $0.count += $1.by })
    .lift(.optional(\House.room))

  @Test func `a history of an optional part steps while that is there`() {
    let store = Store(initialState: House(), reducers: [Self.entering, Self.counting])
    let history = StateHistory(of: .state(\Room.count))
    let feature = Feature<Room, Void>(id: "room").history(history)
    store.register(feature: feature.lift(.optional(\.room)))
    store.send(Count(), Enter(room: Room()), Count(by: 2), Count(by: 3))
    #expect(history.past.map(\.newState) == [2, 5])
    // Another one: an undo would give it what was the first one's.
    store.send(Enter(room: Room(id: "b")))
    #expect(!history.undo())
    store.send(Count(by: 4), Enter(), Count())
    #expect(history.past.isEmpty)
    store.send(Enter(room: Room()), Count(by: 7))
    #expect(history.undo())
    #expect(store.state.room?.count == 0)
    #expect(history.redo())
    #expect(store.state.room?.count == 7)
    store.unregister(feature: feature)
    #expect(!history.undo())
  }

  @Test func `a history in features at properties is of the nested property`() {
    struct Street: Sendable { var house = Enclosing() }
    let history = StateHistory(of: .state(\Counting.count))
    let store = Store(initialState: Street())
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let enclosing = Feature<Enclosing, Void>(id: "house").feature(feature.lift(.state(\.counting)))
    store.register(feature: enclosing.lift(.state(\.house)))
    store.send(Increment(by: 5), Touch())
    #expect(history.past.map(\.newState) == [5])
    #expect(history.undo())
    #expect(store.state.house == Enclosing(counting: Counting(count: 0, other: 1)))
  }

  @Test func `what is one for all isn't lifted to elements, at any depth, and that is reported`() {
    let store = Store(initialState: House())
    let reports = Log<String>()
    store.onDiagnostic = { if $0.id == .notLiftable { reports.append($0.cause) } }
    let notes = Feature<String, Void>(id: "title")
      .interceptor(TestInterceptor<String>())
      .history(StateHistory(of: .state(\.self)))
    let rows = Feature<Row, Void>(id: "row").feature(notes.lift(.state(\.title)))
    store.register(
      feature: Feature<Room, Void>(id: "room").feature(rows.lift(.each(\.rows)))
        .lift(.optional(\House.room))
    )
    #expect(reports.events.count == 2)
    #expect(
      reports.events.last?.hasPrefix("The history of String was not registered: ") == true
    )
  }
}
