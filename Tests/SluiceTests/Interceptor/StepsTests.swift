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

/// Reducers, an action, and the reducers that handle it.
private struct Case: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let reducers: [Reducer<Parts>]
  var action: any Action = Add()
  let handled: [String]
}

private let cases = [
  Case(testDescription: "none", reducers: [], handled: []),
  Case(testDescription: "one", reducers: [counting], handled: ["counting"]),
  Case(
    testDescription: "several, in order of registration",
    reducers: [logging, counting, idle],
    handled: ["logging", "counting", "idle"]
  ),
  Case(
    testDescription: "one that does not handle the action",
    reducers: [counting, Reducer(id: "touching", ReduceOn(Touch.self) { _, _ in })],
    handled: ["counting"]
  ),
  Case(
    testDescription: "the parts of a combined one",
    reducers: [.combine(id: "all", .combine(counting, idle), part.lift(state: \.part))],
    handled: ["counting", "idle", "part"]
  ),
  Case(
    testDescription: "parts without an id",
    reducers: [.combine(id: "all", Reducer(ReduceOn(Add.self) { _, _ in }), counting)],
    handled: ["all", "counting"]
  ),
  Case(
    testDescription: "two handlers of one reducer",
    reducers: [
      Reducer(
        id: "twice",
        ReduceOn(Add.self) { state, _ in state.count += 1 },
        ReduceOn(Add.self) { state, _ in state.count += 1 }
      )
    ],
    handled: ["twice"]
  ),
  Case(
    testDescription: "one lifted to wrapping actions, though it isn't its action",
    reducers: [counting.lift { (action: Wrapped) in action.action }],
    action: Wrapped(action: nil),
    handled: ["counting"]
  ),
  Case(
    testDescription: "one lifted to the elements",
    reducers: [
      Reducer<Parts.Row>(id: "row", ReduceOn(Add.self) { row, _ in row.count += 1 })
        .lift(elements: \Parts.rows, id: \.id) { (action: Wrapped) in action.action.map { (1, $0) }
        }
    ],
    action: Wrapped(action: Add()),
    handled: ["row"]
  ),
]

@Suite(.inTurn)
struct StepsTests {
  @Test(arguments: cases)
  fileprivate func `a commit names the reducers that handled its action`(_ example: Case) {
    let store = Store(initialState: Parts(), reducers: example.reducers)
    let log = Log<[String]>()
    store.register(interceptor: CommitProbe(interests: []) { log.append($0.reducers) })
    store.dispatch(action: example.action)
    #expect(log.events == [example.handled])
  }

  @Test(arguments: cases)
  fileprivate func `steps end with the new state, and name the same reducers`(_ example: Case) {
    let store = Store(initialState: Parts(), reducers: example.reducers)
    let log = Log<Bool>()
    store.register(
      interceptor: CommitProbe(interests: .steps) { commit in
        let steps = commit.steps ?? []
        log.append(steps.map(\.reducer) == commit.reducers)
        if let last = steps.last { log.append(last.newState == commit.newState) }
      }
    )
    store.dispatch(action: example.action)
    #expect(!log.events.isEmpty)
    #expect(log.events.allSatisfy { $0 })
  }

  @Test func `each step has the state that its reducer left`() {
    let store = Store(initialState: Parts(), reducers: [idle, counting, idle, logging, idle])
    store.register(reducer: part, for: \.part)
    let log = Log<String>()
    store.register(
      interceptor: CommitProbe(interests: .steps) { commit in
        for step in commit.steps ?? [] {
          let state = step.newState
          log.append("\(step.reducer) \(state.count) \(state.log) \(state.part.other)")
        }
      }
    )
    store.dispatch(action: Add(by: 2))
    #expect(
      log.events == [
        "idle 0 [] 0", "counting 2 [] 0", "idle 2 [] 0", #"logging 2 ["2"] 0"#, #"idle 2 ["2"] 0"#,
        #"part 2 ["2"] 2"#,
      ]
    )
    #expect(store.state.part.other == 2)
    #expect(store.state.log == ["2"])
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

  @Test func `steps of several reducers are made only on request`() {
    let store = Store(initialState: Parts(), reducers: [counting, logging])
    let log = Log<Bool>()
    store.register(interceptor: CommitProbe(interests: []) { log.append($0.steps == nil) })
    store.dispatch(action: Add())
    #expect(log.events == [true])
    store.register(interceptor: CommitProbe(interests: .steps) { _ in })
    store.dispatch(action: Add())
    #expect(log.events == [true, false])
  }

  @Test func `what a dispatch within a delivery reduced has its steps too`() {
    let store = Store(initialState: Parts(), reducers: [counting, logging])
    let log = Log<Int>()
    store.register(
      interceptor: CommitProbe(interests: .steps) { [weak store] commit in
        log.append(commit.steps?.first?.newState.log.count ?? -1)
        if commit.number < 3 { store?.dispatch(action: Add()) }
      }
    )
    store.dispatch(action: Add())
    #expect(log.events == [0, 1, 2])
  }

  @Test func `a restored state was made by no reducer`() {
    let store = Store(
      initialState: Parts(),
      reducers: [counting, Reducer(id: "every") { _, _ in }]
    )
    let log = Log<[String]>()
    store.register(interceptor: CommitProbe(interests: .steps) { log.append($0.reducers) })
    store.restore(Parts(count: 5))
    #expect(log.events == [[]])
  }

  @Test func `the states between are released with the delivery`() {
    struct Holding: Sendable { var witness = Witness() }
    let log = Log<Int>()
    let store = Store(
      initialState: Holding(),
      reducers: (1...3).map { number in
        Reducer(
          id: "\(number)",
          ReduceOn(Add.self) { state, _ in state.witness = Witness { log.append(number) } }
        )
      }
    )
    let steps = Log<Int>()
    store.register(
      interceptor: CommitProbe(interests: .steps) { commit in
        steps.append(commit.steps?.count ?? 0)
        #expect(log.events.isEmpty)
      }
    )
    store.dispatch(action: Add())
    #expect(steps.events == [3])
    #expect(log.events.sorted() == [1, 2])
  }
}
