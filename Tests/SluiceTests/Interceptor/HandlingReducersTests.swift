import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A state of which each reducer of a test changes another part.
private struct Parts: Sendable, Equatable {
  struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  var count = 0
  var part = Counting()
  var log: [String] = []
  var rows = [Row(id: 1), Row(id: 2)]
}

private struct Add: Action {
  var by = 1
}

private struct Wrapped: Action {
  let action: Add?
}

private let counting = Reducer<Parts>(
  id: "counting",
  ReduceOn(Add.self) { state, action in state.count += action.by }
)
private let logging = Reducer<Parts>(
  id: "logging",
  ReduceOn(Add.self) { state, _ in state.log.append("\(state.count)") }
)
private let idle = Reducer<Parts>(id: "idle", ReduceOn(Add.self) { _, _ in })
private let part = Reducer<Counting>(
  id: "part",
  ReduceOn(Add.self) { state, action in state.other += action.by }
)
private let touching = Reducer<Parts>(id: "touching", ReduceOn(Touch.self) { _, _ in })
private let unnamed = Reducer<Parts>(ReduceOn(Add.self) { _, _ in })
private let twice = Reducer<Parts>(
  id: "twice",
  ReduceOn(Add.self) { state, _ in state.count += 1 },
  ReduceOn(Add.self) { state, _ in state.count += 1 }
)
private let row = Reducer<Parts.Row>(id: "row", ReduceOn(Add.self) { row, _ in row.count += 1 })
  .lift(
    .each(\Parts.rows, id: \.id),
    action: .element(
      { (action: Wrapped) in action.action.map { (1, $0) } },
      { Wrapped(action: $1) }
    )
  )

/// Reducers, an action, and the reducers that handle it.
private let cases: [(name: String, reducers: [Reducer<Parts>], action: any Action, [String])] = [
  ("none", [], Add(), []),
  ("one", [counting], Add(), ["counting"]),
  ("several, in order", [logging, counting, idle], Add(), ["logging", "counting", "idle"]),
  ("one that doesn't handle the action", [counting, touching], Add(), ["counting"]),
  (
    "the parts of a combined one",
    [.combine(id: "all", .combine(counting, idle), part.lift(.state(\.part)))], Add(),
    ["counting", "idle", "part"]
  ),
  ("parts without an id", [.combine(id: "all", unnamed, counting)], Add(), ["all", "counting"]),
  ("two handlers of one reducer", [twice], Add(), ["twice"]),
  (
    "one lifted to wrapping actions, though it isn't its action",
    [
      counting.lift(
        .state(\.self),
        action: .case({ (action: Wrapped) in action.action }, { Wrapped(action: $0) })
      )
    ], Wrapped(action: nil), ["counting"]
  ),
  (
    "the parts of one lifted to wrapping actions",
    [
      .combine(id: "all", counting, .combine(id: "some", idle, unnamed), unnamed).lift(
        .state(\.self),
        action: .case({ (action: Wrapped) in action.action }, { Wrapped(action: $0) })
      )
    ], Wrapped(action: Add()), ["counting", "idle", "some", "all"]
  ),
  (
    "the parts of one that is logged", [.combine(counting, idle).logging { _ in }], Add(),
    ["counting", "idle"]
  ),
  ("one lifted to the elements", [row], Wrapped(action: Add()), ["row"]),
]

@Suite(.inTurn) struct HandlingReducersTests {
  @Test func `a commit names the reducers that handled its action, in order`() {
    for (name, reducers, action, handled) in cases {
      let store = Store(initialState: Parts(), reducers: reducers)
      let named = store.noting([]) { $0.reducers }
      let ofPart = Log<[String]>()
      store.register(CommitProbe<Counting> { ofPart.append($0.reducers) }) {
        $0.lift(.state(\.part))
      }
      store.dispatch(action: action)
      #expect(named.events == [handled], "\(name)")
      #expect(ofPart.events == [handled], "\(name)")
    }
  }

  @Test func `the reducers of a lifted feature are named, and it where they have no name`() {
    let store = Store(initialState: Parts())
    let named = store.noting([]) { $0.reducers }
    let feature = Feature<Parts, Void>(id: "feature").reducer(counting).reducer(unnamed)
    store.register(
      feature: feature.lift(
        .state(\.self),
        action: .case({ (action: Wrapped) in action.action }, { Wrapped(action: $0) })
      )
    )
    store.dispatch(action: Wrapped(action: Add()))
    #expect(named.events == [["counting", "feature"]])
  }

  @Test func `a restored state was made by no reducer`() {
    let every = Reducer<Parts>(id: "every") { _, _ in }
    let store = Store(initialState: Parts(), reducers: [counting, every])
    let log = store.noting([]) { $0.reducers }
    store.restore(Parts(count: 5))
    #expect(log.events == [[]])
  }
}
