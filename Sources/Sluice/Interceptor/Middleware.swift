/// Sees an action before the reducers; may pass it on, change it, delay it or drop it.
///
/// Middleware runs on the thread that dispatches, in the order of registration, with no lock held.
public protocol Middleware<State>: Sendable {
  /// The state of the stores that this middleware serves.
  associatedtype State: Sendable

  /// Called with each action that reaches this middleware.
  /// - Parameters:
  ///   - action: What was dispatched, as the middleware before passed it on.
  ///   - context: The store as middleware sees it.
  ///   - next: Passes an action on, to the next middleware and at last to the reducers. Call it
  ///     once, several times, later, or not at all; when it returns, the state includes the action.
  func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  )
}

/// The store as a middleware sees it.
public struct MiddlewareContext<State: Sendable>: Sendable {
  /// Where the action that the middleware sees comes from.
  public let origin: ActionOrigin
  private let currentState: @Sendable () -> State
  private let dispatch: @Sendable (any Action) -> Void

  init(
    origin: ActionOrigin,
    state: @escaping @Sendable () -> State,
    dispatch: @escaping @Sendable (any Action) -> Void
  ) {
    self.origin = origin
    currentState = state
    self.dispatch = dispatch
  }

  /// The state as it is now: before the action, or with it once it has been passed on.
  public var state: State { currentState() }

  /// Dispatches another action from the start: it passes all the middleware.
  ///
  /// What led to it, in its ``ActionOrigin``, is the commit that the middleware has passed its action
  /// on to. Before that, it is whatever led to the middleware's action, which
  /// ``ActionOrigin/precededAction`` names.
  ///
  /// When this returns, ``state`` includes the action. Beyond 64 dispatches
  /// within one another, it is enqueued instead, and dispatched when the outermost one has returned:
  /// middleware that dispatches without end is reported as a loop, and doesn't overflow the stack.
  public func dispatch(action: any Action) {
    dispatch(action)
  }
}
