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
  .lift(elements: \Parts.rows, id: \.id) { (action: Wrapped) in action.action.map { (1, $0) } }

/// Reducers, an action, and the reducers that handle it.
private let cases: [(name: String, reducers: [Reducer<Parts>], action: any Action, [String])] = [
  ("none", [], Add(), []),
  ("one", [counting], Add(), ["counting"]),
  ("several, in order", [logging, counting, idle], Add(), ["logging", "counting", "idle"]),
  ("one that doesn't handle the action", [counting, touching], Add(), ["counting"]),
  (
    "the parts of a combined one",
    [.combine(id: "all", .combine(counting, idle), part.lift(state: \.part))], Add(),
    ["counting", "idle", "part"]
  ),
  ("parts without an id", [.combine(id: "all", unnamed, counting)], Add(), ["all", "counting"]),
  ("two handlers of one reducer", [twice], Add(), ["twice"]),
  (
    "one lifted to wrapping actions, though it isn't its action",
    [counting.lift { (action: Wrapped) in action.action }], Wrapped(action: nil), ["counting"]
  ),
  ("one lifted to the elements", [row], Wrapped(action: Add()), ["row"]),
]

@Suite(.inTurn) struct StepsTests {
  @Test func `a commit and its steps name the reducers, and steps end with the new state`() {
    for (name, reducers, action, handled) in cases {
      let store = Store(initialState: Parts(), reducers: reducers)
      let named = store.noting([]) { $0.reducers }
      store.dispatch(action: action)
      let commits = store.noting(.steps) { $0 }
      store.dispatch(action: action)
      #expect(named.events == [handled, handled], "\(name)")
      let steps = commits.events[0].steps ?? []
      #expect(steps.map(\.reducer) == handled, "\(name)")
      if let last = steps.last { #expect(last.newState == store.state, "\(name)") }
    }
  }

  @Test func `each step has the state that its reducer left`() {
    let store = Store(initialState: Parts(), reducers: [idle, counting, idle, logging, idle])
    store.register(reducer: part, for: \.part)
    let log = store.noting(.steps) { commit in
      (commit.steps ?? []).map { step in
        let state = step.newState
        return "\(step.reducer) \(state.count) \(state.log) \(state.part.other)"
      }
    }
    store.dispatch(action: Add(by: 2))
    #expect(
      log.events == [
        [
          "idle 0 [] 0", "counting 2 [] 0", "idle 2 [] 0", #"logging 2 ["2"] 0"#,
          #"idle 2 ["2"] 0"#, #"part 2 ["2"] 2"#,
        ]
      ]
    )
    #expect((store.part.other, store.log) == (2, ["2"]))
  }

  @Test func `an interceptor of a part gets the steps of that part`() {
    let store = Store(initialState: Parts(), reducers: [counting])
    store.register(reducer: part, for: \.part)
    let log = Log<String>()
    store.register(
      interceptor: CommitProbe<Counting>(interests: .steps) { commit in
        for step in commit.steps ?? [] { log.append("\(step.reducer) \(step.newState.other)") }
      }
      .lift(state: \Parts.part)
    )
    store.dispatch(action: Add())
    #expect(log.events == ["counting 0", "part 1"])
  }

  @Test func `steps of several reducers are made only on request, in nested dispatches too`() {
    let store = Store(initialState: Parts(), reducers: [counting, logging])
    let none = store.noting([]) { $0.steps == nil }
    store.dispatch(action: Add())
    #expect(none.events == [true])
    let log = store.noting(.steps) { [weak store] commit in
      if commit.number < 3 { store?.dispatch(action: Add()) }
      return commit.steps?.first?.newState.log.count ?? -1
    }
    store.dispatch(action: Add())
    #expect(log.events == [1, 2])
    #expect(none.events == [true, false, false])
  }

  @Test func `a restored state was made by no reducer`() {
    let every = Reducer<Parts>(id: "every") { _, _ in }
    let store = Store(initialState: Parts(), reducers: [counting, every])
    let log = store.noting(.steps) { $0.reducers }
    store.restore(Parts(count: 5))
    #expect(log.events == [[]])
  }

  @Test func `the states between are released with the delivery`() {
    struct Holding: Sendable { var witness = Witness() }
    let released = Log<Int>()
    let store = Store(
      initialState: Holding(),
      reducers: (1...3).map { number in
        Reducer(
          id: "\(number)",
          ReduceOn(Add.self) { state, _ in state.witness = Witness { released.append(number) } }
        )
      }
    )
    let steps = store.noting(.steps) { [$0.steps?.count, released.events.count] }
    store.dispatch(action: Add())
    #expect(steps.events == [[3, 0]])
    #expect(released.events.sorted() == [1, 2])
  }
}
