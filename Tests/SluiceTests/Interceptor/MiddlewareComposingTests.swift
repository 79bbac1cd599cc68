import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct MiddlewareComposingTests {
  private let log = Log<String>()

  /// Notes what passes it, and what the state was before and after.
  private func noting(_ name: String) -> MiddlewareFunction<Counting> {
    MiddlewareFunction { [log] action, context, next in
      log.append("\(name) \(context.state.count)")
      next(action)
      log.append("\(name) then \(context.state.count)")
    }
  }

  // MARK: - Combining

  @Test func `combined middleware is passed in order, and left in reverse`() {
    let store = Store.counting()
    store.register(middleware: .combine(noting("a"), noting("b")))
    store.dispatch(action: Increment())
    #expect(log.events == ["a 0", "b 0", "b then 1", "a then 1"])
  }

  @Test func `combined middleware of none passes every action on`() {
    let store = Store.counting()
    store.register(middleware: CombinedMiddleware([]))
    store.dispatch(action: Increment())
    #expect(store.state.count == 1)
  }

  @Test func `combined middleware is unregistered as one`() {
    let store = Store.counting()
    store.register(middleware: CombinedMiddleware([noting("a"), noting("b")]))
    store.unregisterMiddleware(ofType: CombinedMiddleware<Counting>.self)
    store.dispatch(action: Increment())
    #expect(log.events.isEmpty)
  }

  @Test func `an action that one middleware dropped does not reach the next`() {
    let store = Store.counting()
    let dropping = MiddlewareFunction<Counting> { action, _, next in
      if !(action is Touch) { next(action) }
    }
    store.register(middleware: .combine(dropping, noting("b")))
    store.dispatch(action: Touch())
    #expect(log.events.isEmpty)
    #expect(store.state == Counting())
  }

  // MARK: - Lifting

  struct Whole: Sendable {
    var counting = Counting()
    var rest = 0
  }
  enum WholeAction: Action {
    case counting(Increment)
    case rest

    var counting: Increment? { if case .counting(let action) = self { action } else { nil } }
  }

  private static func whole() -> Store<Whole, Void> {
    Store(
      initialState: Whole(),
      reducers: [
        Reducer.counting.lift(state: \Whole.counting),
        Reducer.counting.lift(state: \Whole.counting, action: \WholeAction.counting),
      ]
    )
  }

  @Test func `lifted in its state, middleware sees its part`() {
    let store = Self.whole()
    store.register(middleware: noting("part").lift(state: \Whole.counting))
    store.dispatch(action: Increment(by: 5))
    #expect(log.events == ["part 0", "part then 5"])
  }

  @Test func `lifted in its action, middleware is given its own actions and wraps what it makes`() {
    let store = Self.whole()
    let doubling = MiddlewareFunction<Counting> { [log] action, context, next in
      log.append("\(action)")
      guard let increment = action as? Increment else { return }
      next(Increment(by: increment.by * 2))
      if increment.by > 1 { context.dispatch(action: Increment(by: 1)) }
    }
    store.register(
      middleware: doubling.lift(
        state: \Whole.counting,
        action: \WholeAction.counting,
        embed: { WholeAction.counting($0) }
      )
    )
    let interceptor = TestInterceptor<Whole>()
    store.register(interceptor: interceptor)

    store.dispatch(action: WholeAction.counting(Increment(by: 10)))
    store.dispatch(action: WholeAction.rest)
    store.dispatch(action: Increment(by: 100))

    // What is not wrapped, or not its own, passed by.
    #expect(log.events == ["Increment(by: 10)", "Increment(by: 1)"])
    let wrapped = interceptor.actions(ofType: WholeAction.self).map { $0.counting?.by }
    #expect(wrapped == [20, 2, nil])
    #expect(store.state.counting.count == 122)
  }

  @Test func `what lifted middleware makes of other types is left as it is`() {
    let store = Self.whole()
    let touching = MiddlewareFunction<Counting> { _, _, next in next(Touch()) }
    store.register(
      middleware: touching.lift(action: { (action: WholeAction) in action.counting }) {
        WholeAction.counting($0)
      }.lift(state: \Whole.counting)
    )
    store.dispatch(action: WholeAction.counting(Increment()))
    #expect(store.state.counting == Counting(count: 0, other: 1))
  }

  // MARK: - Gates

  @Test func `gated by a switch, middleware is left out while it is off`() {
    let store = Store.counting()
    let power = GateSwitch(isOn: false)
    store.register(middleware: noting("a").gated(by: power))
    store.dispatch(action: Increment())
    #expect(log.events.isEmpty)
    power.isOn = true
    store.dispatch(action: Increment())
    #expect(log.events == ["a 1", "a then 2"])
    power.isOn = false
    store.dispatch(action: Increment())
    #expect(log.events.count == 2)
    #expect(store.state.count == 3)
  }

  @Test func `gated by the state, middleware is left out while the condition doesn't hold`() {
    let store = Store.counting()
    store.register(middleware: noting("a").gated(while: { $0.count > 0 }))
    store.dispatch(action: Increment())
    #expect(log.events.isEmpty)
    store.dispatch(action: Increment())
    #expect(log.events == ["a 1", "a then 2"])
  }

  // MARK: - Delaying

  @Test func `middleware may delay an action and dispatch others meanwhile`() async throws {
    struct Waiting: Action {}
    let store = Store.counting()
    let interceptor = store.watched()
    let gate = AsyncStream.makeStream(of: Void.self)
    store.register(
      middleware: MiddlewareFunction<Counting> { action, context, next in
        guard action is Increment else { return next(action) }
        context.dispatch(action: Waiting())
        Task {
          for await _ in gate.stream { break }
          next(action)
        }
      }
    )
    store.dispatch(action: Increment(by: 7), note: "delayed")
    store.dispatch(action: Touch())
    #expect(store.state == Counting(count: 0, other: 1))
    gate.continuation.yield()
    try await interceptor.wait(for: Increment.self)
    #expect(store.state == Counting(count: 7, other: 1))
    try interceptor.expectDispatched(Waiting.self, Touch.self, Increment.self)
    #expect(interceptor.stateChanges.last?.origin.note == "delayed")
  }

  // MARK: - Thunks

  @Test func `a thunk is run and not reduced, and what it dispatches is`() throws {
    let store = Store.counting()
    let interceptor = store.watched()
    store.register(middleware: ThunkMiddleware<Counting>())
    let upToThree = Thunk<Counting> { context in
      while context.state.count < 3 { context.dispatch(action: Increment()) }
    }
    store.dispatch(action: upToThree)
    #expect(store.state.count == 3)
    store.dispatch(action: upToThree)
    try interceptor.expectDispatched(Increment(), Increment(), Increment())
    try interceptor.expectNothingElse()
  }

  @Test func `a thunk may dispatch a thunk, and actions that other middleware sees`() {
    let store = Store.counting()
    store.register(middleware: .combine(ThunkMiddleware(), noting("a")))
    let inner = Thunk<Counting> { $0.dispatch(action: Increment(by: 2)) }
    store.dispatch(action: Thunk<Counting> { $0.dispatch(action: inner) })
    #expect(log.events == ["a 0", "a then 2"])
  }

  @Test func `a thunk of a part is run where its middleware is lifted`() {
    let store = Self.whole()
    store.register(middleware: ThunkMiddleware<Counting>().lift(state: \Whole.counting))
    store.dispatch(
      action: Thunk<Counting> { $0.dispatch(action: Increment(by: $0.state.count + 1)) }
    )
    #expect(store.state.counting.count == 1)
  }
}
