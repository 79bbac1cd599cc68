/// An action that is run, not reduced: it looks at the state and dispatches others.
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
/// It runs on the thread that dispatches it, with no lock held; what it dispatches is in the state
/// when `dispatch` returns. What takes time is better an ``Effect``, which can be cancelled, timed
/// and tested. Without a ``ThunkMiddleware`` it is an action that no reducer handles.
public struct Thunk<State: Sendable>: Action {
  private let body: @Sendable (MiddlewareContext<State>) -> Void

  /// Makes an action of what is to be run.
  public init(_ body: @escaping @Sendable (MiddlewareContext<State>) -> Void) {
    self.body = body
  }

  /// Runs it; ``ThunkMiddleware`` does so.
  public func run(in context: MiddlewareContext<State>) {
    body(context)
  }
}

/// Runs each ``Thunk`` that is dispatched, and passes on all other actions.
public struct ThunkMiddleware<State: Sendable>: Middleware {
  /// Makes a middleware for thunks.
  public init() {}

  /// Runs the action if it is a thunk, else passes it on.
  public func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    guard let thunk = action as? Thunk<State> else { return next(action) }
    thunk.run(in: context)
  }
}
