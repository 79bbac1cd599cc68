import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What users of SwiftRex do, in their words.
@Suite(.inTurn)
struct SwiftRexParity {
  private enum AppAction: Action {
    case count(Increment)
    case other(Increment)
    case nothing

    var count: Increment? { if case .count(let action) = self { action } else { nil } }
    var other: Increment? { if case .other(let action) = self { action } else { nil } }
  }

  private static let adding = Reducer<Int>(ReduceOn(Increment.self) { $0 += $1.by })

  private let whole = Reducer.combine(
    adding.lift(.state(\Counting.count), action: .case(\AppAction.count, AppAction.count)),
    adding.lift(.state(\Counting.other), action: .case(\AppAction.other, AppAction.other)),
    .identity
  )

  @Test func `a SwiftRex user lifts reducers over a tree of actions, and composes them`() {
    let store = Store(initialState: Counting(), reducers: [whole])
    store.dispatch(action: AppAction.count(Increment(by: 2)))
    store.dispatch(action: AppAction.other(Increment(by: 3)))
    store.dispatch(action: AppAction.nothing)
    // Without its wrapping it is nobody's.
    store.dispatch(action: Increment(by: 100))
    #expect(store.state == Counting(count: 2, other: 3))
  }

  @Test func `a SwiftRex user reads where an action came from, with a note of its dispatcher`() {
    let store = Store.counting()
    let origins = Log<String>()
    store.register(
      interceptor: CommitProbe { commit in
        let origin = commit.origin
        origins.append("\(origin.fileID) \(origin.function) \(origin.note ?? "-")")
      }
    )
    store.dispatch(action: Increment(), note: "the button")
    #expect(
      origins.events == [
        "SluiceTests/SwiftRexParity.swift \(#function) the button"
      ]
    )
  }

  @Test func `a SwiftRex user's middleware sees the state before, and the state after`() {
    let store = Store.counting()
    let seen = Log<Int>()
    store.register(
      middleware: MiddlewareFunction<Counting> { action, context, next in
        seen.append(context.state.count)
        next(action)
        seen.append(context.state.count)
      }
    )
    store.dispatch(action: Increment(by: 5))
    #expect(seen.events == [0, 5])
  }

  @Test func `a SwiftRex user lifts middleware in actions and state, and gates it`() {
    let store = Store(initialState: Counting(), reducers: [whole])
    let isOn = GateSwitch(isOn: false)
    let doubling = MiddlewareFunction<Int> { action, _, next in
      guard let action = action as? Increment else { return next(action) }
      next(Increment(by: action.by * 2))
    }
    let doubled = Feature<Int, Void>(id: "doubled").middleware(doubling.gated(by: isOn))
    store.register(
      feature: doubled.lift(
        .state(\Counting.count),
        action: .case(\AppAction.count, AppAction.count)
      )
    )
    store.dispatch(action: AppAction.count(Increment()))
    isOn.isOn = true
    store.dispatch(action: AppAction.count(Increment()))
    store.dispatch(action: AppAction.other(Increment()))
    #expect(store.state == Counting(count: 3, other: 1))
  }

  @Test func `a SwiftRex user gives each part the part of the world that it needs`() async {
    struct World: Sendable { let step = 7 }
    let store = Store(initialState: Counting(), environment: World(), reducers: [.counting])
    let stepping = Feature<Int, Int>(id: "stepping")
      .effect(.on(Touch.self) { _, step in Increment(by: step) })
    store.register(feature: stepping.lift(.state(\.other), environment: { $0.step }))
    store.dispatch(action: Touch())
    await store.idle()
    #expect(store.state.count == 7)
  }

  @Test func `a SwiftRex user gives a view a projection, which is notified when it differs`() {
    enum ViewAction { case plus, scroll }
    let store = Store.counting()
    let view = store.projection(
      Selector { "Count: \($0.count)" },
      action: { (action: ViewAction) in action == .plus ? Increment() : nil }
    )
    let received = Log<String>()
    let token = view.select(\.self).sink { received.append($0) }
    view.dispatch(action: .plus)
    view.dispatch(action: .scroll)
    store.dispatch(action: Touch())
    token.cancel()
    #expect(received.events == ["Count: 0", "Count: 1"])
  }

  @Test func `a SwiftRex user writes a function that takes a store or a projection`() {
    func add(to store: some StoreProtocol<Counting, any Action>) -> Int {
      store.dispatch(action: Increment())
      return store.selectCurrent(countSelector) + store.selectCurrent(\.count)
    }
    let store = Store.counting()
    #expect(add(to: store) == 2)
    #expect(add(to: store.projection(.state(\.self))) == 4)
  }

  @Test func `a SwiftRex user logs and measures every action`() {
    let store = Store.counting()
    let spent = Log<Bool>()
    store.register(
      interceptor: CommitProbe(interests: .timing) { commit in
        spent.append(commit.reducingTime != nil)
      }
    )
    store.dispatch(action: Increment())
    #expect(spent.events == [true])
  }

  @Test func `a SwiftRex user lifts a reducer over a collection`() async throws {
    struct Row: Sendable, Identifiable {
      let id: Int
      var count = 0
    }
    struct Table: Sendable { var rows: Entities<Row> = [Row(id: 1), Row(id: 2)] }
    let store = Store(
      initialState: Table(),
      reducers: [Self.adding.lift(.state(\Row.count)).lift(.each(\Table.rows))]
    )
    let reports = Log<String>()
    store.onDiagnostic = { reports.append("\($0)") }
    store.dispatch(action: ElementAction<Row>(id: 2, action: Increment(by: 4)))
    store.dispatch(action: ElementAction<Row>(id: 9, action: Increment()))
    #expect(store.rows.map(\.count) == [0, 4])
    try await reports.wait(forCount: 1)
    withExtendedLifetime(store) {}
  }

  @Test func `a SwiftRex user keeps resources alive as the state says`() async throws {
    let store = Store.counting()
    let log = Log<String>()
    store.register(
      feedback: Feedback(each: { (state: Counting) in Array(0..<state.count) }) { key, _, context in
        log.append("open \(key)")
        _ = try? await context.next(Unhandled.self)
        log.append("close \(key)")
      }
    )
    store.dispatch(action: Increment())
    try await log.wait(for: "open 0")
    store.dispatch(action: Increment(by: -1))
    try await log.wait(for: "close 0")
  }
}
