import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Notes what passes it, and what the state was before and after.
struct Noting: Middleware {
  let name: String
  let log: Log<String>

  func process(
    _ action: any Action,
    context: MiddlewareContext<Counting>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    log.append("\(name) \(context.state.count)")
    next(action)
    log.append("\(name) then \(context.state.count)")
  }
}

extension Store {
  /// Registers a closure as middleware.
  func pass(_ process: @escaping MiddlewareFunction<State>.Process) {
    register(middleware: MiddlewareFunction(process))
  }
}

@Suite(.inTurn) struct MiddlewareTests {
  private let store = Store.counting()
  private let log = Log<String>()
  private let interceptor: TestInterceptor<Counting>

  init() { interceptor = store.watched() }

  @Test func `middleware runs around the reducers, in the order of registration, till removed`() {
    store.register(middleware: Noting(name: "a", log: log))
    store.register(middleware: Noting(name: "b", log: log))
    store.dispatch(action: Increment())
    #expect(log.events == ["a 0", "b 0", "b then 1", "a then 1"])
    store.pass { _, _, _ in }
    store.dispatch(action: Increment())
    #expect(store.count == 1)
    store.unregisterMiddleware(ofType: MiddlewareFunction<Counting>.self)
    store.unregisterMiddleware(ofType: Noting.self)
    store.dispatch(action: Increment())
    #expect(log.events.count == 8)
    #expect(store.count == 2)
  }

  @Test func `middleware may drop an action, change one and multiply it`() throws {
    store.pass { action, _, next in
      guard let increment = action as? Increment else { return }
      next(action)
      next(Increment(by: increment.by * 10))
    }
    store.send(Touch(), Increment(by: 2))
    try interceptor.expectDispatched(Increment(by: 2), Increment(by: 20))
    try interceptor.expectNothingElse()
    #expect(interceptor.stateChanges.map(\.number) == [1, 2])
    #expect(store.state == Counting(count: 22))
  }

  @Test func `what middleware and effects dispatch passes all middleware from the start`() throws {
    store.pass { [log] action, _, next in
      log.append("\(type(of: action))")
      next(action)
    }
    store.pass { action, context, next in
      if action is Touch { context.dispatch(action: Increment()) }
      next(action)
    }
    store.register(effect: .on(Increment.self).map { _, _ in Unhandled() }, id: "effect")
    store.dispatch(action: Touch())
    #expect(log.events == ["Touch", "Increment", "Unhandled"])
    try interceptor.expectDispatched(Increment.self, Unhandled.self, Touch.self)
    let cause = interceptor.stateChanges[1].origin.cause
    #expect((cause?.commit, cause?.effect?.effect) == (1, "effect"))
  }
}
