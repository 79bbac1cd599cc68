import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Does what a closure says.
private struct Custom: Middleware {
  typealias Next = @Sendable (any Action) -> Void

  let body: @Sendable (any Action, MiddlewareContext<Counting>, @escaping Next) -> Void

  func process(
    _ action: any Action,
    context: MiddlewareContext<Counting>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    body(action, context, next)
  }
}

private struct Recording: Middleware {
  let name: String
  let log: Log<String>

  func process(
    _ action: any Action,
    context: MiddlewareContext<Counting>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    log.append("\(name) before, \(context.state.count)")
    next(action)
    log.append("\(name) after, \(context.state.count)")
  }
}

@Suite(.inTurn)
struct MiddlewareTests {
  @Test func `middleware runs around the reducers, in the order of registration`() {
    let store = Store.counting()
    let log = Log<String>()
    store.register(middleware: Recording(name: "a", log: log))
    store.register(middleware: Recording(name: "b", log: log))
    store.dispatch(action: Increment())
    #expect(log.events == ["a before, 0", "b before, 0", "b after, 1", "a after, 1"])
  }

  @Test func `middleware may change an action`() throws {
    let store = Store.counting()
    let interceptor = store.watched()
    store.register(
      middleware: Custom { action, _, next in
        next((action as? Increment).map { Increment(by: $0.by * 10) } ?? action)
      }
    )
    store.dispatch(action: Increment(by: 2))
    store.dispatch(action: Touch())
    try interceptor.expectDispatched(Increment(by: 20), Touch())
    #expect(store.state == Counting(count: 20, other: 1))
  }

  @Test func `middleware may drop an action, and multiply one`() throws {
    let store = Store.counting()
    let interceptor = store.watched()
    store.register(
      middleware: Custom { action, _, next in
        if action is Touch { return }
        next(action)
        next(action)
      }
    )
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    try interceptor.expectDispatched(Increment(), Increment())
    try interceptor.expectNothingElse()
    #expect(interceptor.stateChanges.map(\.number) == [1, 2])
  }

  @Test func `what middleware dispatches passes all middleware from the start`() throws {
    let store = Store.counting()
    let log = Log<String>()
    let interceptor = store.watched()
    store.register(
      middleware: Custom { action, _, next in
        log.append("\(type(of: action))")
        next(action)
      }
    )
    store.register(
      middleware: Custom { action, context, next in
        if action is Touch { context.dispatch(action: Increment()) }
        next(action)
      }
    )
    store.dispatch(action: Touch())
    #expect(log.events == ["Touch", "Increment"])
    try interceptor.expectDispatched(Increment(), Touch())
  }

  @Test func `what effects dispatch passes the middleware too, and keeps its cause`() throws {
    let store = Store.counting()
    let interceptor = store.watched()
    let log = Log<String>()
    store.register(
      middleware: Custom { action, _, next in
        log.append("\(type(of: action))")
        next(action)
      }
    )
    store.register(effect: .map(Increment.self) { _ in Touch() }, id: "effect")
    store.dispatch(action: Increment())
    #expect(log.events == ["Increment", "Touch"])
    #expect(interceptor.stateChanges.last?.origin.cause?.commit == 1)
    #expect(interceptor.stateChanges.last?.origin.cause?.effect?.effect == "effect")
  }

  @Test func `middleware is unregistered by its type`() {
    let store = Store.counting()
    let log = Log<String>()
    store.register(middleware: Recording(name: "a", log: log))
    store.register(middleware: Custom { _, _, _ in })
    store.dispatch(action: Increment())
    #expect(store.count == 0)
    store.unregisterMiddleware(ofType: Custom.self)
    store.dispatch(action: Increment())
    #expect(store.count == 1)
    store.unregisterMiddleware(ofType: Recording.self)
    store.dispatch(action: Increment())
    #expect(log.events.count == 4)
    #expect(store.count == 2)
  }
}
