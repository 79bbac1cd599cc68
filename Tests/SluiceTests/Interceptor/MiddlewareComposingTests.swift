import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct MiddlewareComposingTests {
  private let store = Store.counting()
  private let log = Log<String>()

  private func noting(_ name: String) -> Noting { Noting(name: name, log: log) }

  // MARK: - Combining

  @Test func `combined middleware is passed in order, left in reverse, and unregistered as one`() {
    store.register(middleware: .combine(noting("a"), noting("b")))
    store.register(middleware: CombinedMiddleware([]))
    store.dispatch(action: Increment())
    #expect(log.events == ["a 0", "b 0", "b then 1", "a then 1"])
    store.unregisterMiddleware(ofType: CombinedMiddleware<Counting>.self)
    store.dispatch(action: Increment())
    #expect(log.events.count == 4)
    #expect(store.state.count == 2)
  }

  @Test func `an action that one middleware dropped does not reach the next`() {
    store.register(middleware: .combine(MiddlewareFunction { _, _, _ in }, noting("b")))
    store.dispatch(action: Touch())
    #expect(log.events.isEmpty)
    #expect(store.state == Counting())
  }

  // MARK: - Lifting

  private enum WholeAction: Action, Equatable {
    case counting(Increment)
    case rest

    var counting: Increment? { if case .counting(let action) = self { action } else { nil } }
  }

  private static let wrapping = Wrapping.case(\WholeAction.counting, WholeAction.counting)

  private let whole = Store.enclosing()

  init() {
    whole.register(
      reducer: Reducer.counting.lift(.state(\Enclosing.counting), action: Self.wrapping)
    )
  }

  @Test func `lifted in its state, middleware sees its part, and thunks of it are run`() {
    whole.register(
      CombinedMiddleware<Counting>.combine(ThunkMiddleware(), noting("part"))
    ) { $0.lift(.state(\Enclosing.counting)) }
    whole.send(
      Increment(by: 5),
      Thunk<Counting> { $0.dispatch(action: Increment(by: $0.state.count + 1)) }
    )
    #expect(log.events == ["part 0", "part then 5", "part 5", "part then 11"])
  }

  @Test func `lifted in its action, middleware is given its own actions and wraps what it makes`() {
    let doubling = MiddlewareFunction<Counting> { [log] action, context, next in
      log.append("\(action)")
      guard let increment = action as? Increment else { return }
      next(Increment(by: increment.by * 2))
      if increment.by == 1 { return }
      context.dispatch(action: Increment(by: 1))
      // Of another type: left as it is.
      next(Touch())
    }
    whole.register(doubling) { $0.lift(.state(\Enclosing.counting), action: Self.wrapping) }
    let wrapped = whole.noting { ($0.action as? WholeAction)?.counting?.by }
    whole.send(WholeAction.counting(Increment(by: 10)), WholeAction.rest, Increment(by: 100))
    // What is not wrapped, or not its own, passed by.
    #expect(log.events == ["Increment(by: 10)", "Increment(by: 1)"])
    #expect(wrapped.events == [20, 2, nil, nil, nil])
    #expect(whole.state.counting == Counting(count: 122, other: 1))
  }

  // MARK: - Gates

  @Test func `gated by a switch or the state, middleware is left out while it is off`() {
    let power = GateSwitch(isOn: false)
    store.register(middleware: noting("a").gated(by: power))
    store.register(middleware: noting("b").gated(while: { $0.count == 2 }))
    for isOn in [false, true, false] {
      power.isOn = isOn
      store.dispatch(action: Increment())
    }
    #expect(log.events == ["a 1", "a then 2", "b 2", "b then 3"])
  }

  // MARK: - Thunks

  @Test func `a thunk is run and not reduced, and what it or one within it dispatches is`() throws {
    let interceptor = store.watched()
    store.register(middleware: .combine(ThunkMiddleware(), noting("a")))
    let upToTwo = Thunk<Counting> { context in
      while context.state.count < 2 { context.dispatch(action: Increment()) }
    }
    store.send(Thunk<Counting> { $0.dispatch(action: upToTwo) }, upToTwo)
    #expect(log.events == ["a 0", "a then 1", "a 1", "a then 2"])
    try interceptor.expectDispatched(Increment(), Increment())
    try interceptor.expectNothingElse()
  }
}
