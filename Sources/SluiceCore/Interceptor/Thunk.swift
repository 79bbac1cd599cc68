/// An action that is run, not reduced: it reads the state and dispatches other actions.
///
/// ```swift
/// func addIfNew(_ item: String) -> Thunk<Cart> {
///   Thunk { context in
///     if !context.state.items.contains(item) { context.dispatch(action: AddItem(item)) }
///   }
/// }
/// store.register(middleware: ThunkMiddleware<Cart>())
/// store.dispatch(action: addIfNew("Milk"))
/// ```
///
/// Runs on the thread that dispatches it, with no lock held; when `dispatch` returns, the state
/// includes the actions that it dispatched. For work that takes time, prefer an ``Effect``, which
/// can be cancelled, timed and tested. Without a ``ThunkMiddleware``, no reducer handles it.
public struct Thunk<State: Sendable>: Action {
  private let body: @Sendable (MiddlewareContext<State>) -> Void

  /// Creates an action that runs a closure.
  public init(_ body: @escaping @Sendable (MiddlewareContext<State>) -> Void) {
    self.body = body
  }

  /// Runs the closure; called by ``ThunkMiddleware``.
  public func run(in context: MiddlewareContext<State>) {
    body(context)
  }
}

/// Runs each ``Thunk`` that is dispatched, and passes on all other actions.
public struct ThunkMiddleware<State: Sendable>: Middleware {
  /// Creates a middleware for thunks.
  public init() {}

  /// Runs the action if it is a thunk; otherwise passes it on.
  public func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    guard let thunk = action as? Thunk<State> else { return next(action) }
    thunk.run(in: context)
  }
}
