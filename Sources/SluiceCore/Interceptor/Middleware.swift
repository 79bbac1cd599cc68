/// Receives an action before the reducers; may pass it on, change it, delay it or drop it.
///
/// Middleware runs on the thread that dispatches, in order of registration, with no lock held.
public protocol Middleware<State>: Sendable {
  /// The state of the stores that this middleware serves.
  associatedtype State: Sendable

  /// Called with each action that reaches this middleware.
  /// - Parameters:
  ///   - action: The dispatched action, as passed on by the previous middleware.
  ///   - context: The store as middleware sees it.
  ///   - next: Passes an action on to the next middleware and finally to the reducers. Call it
  ///     once, several times, later, or not at all; when it returns, the state includes the action.
  func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  )
}

/// The store as a middleware sees it.
public struct MiddlewareContext<State: Sendable>: Sendable {
  /// The origin of the action that the middleware receives.
  public let origin: ActionOrigin
  private let currentState: @Sendable () -> State
  private let dispatch: @Sendable (any Action) -> Void

  package init(
    origin: ActionOrigin,
    state: @escaping @Sendable () -> State,
    dispatch: @escaping @Sendable (any Action) -> Void
  ) {
    self.origin = origin
    currentState = state
    self.dispatch = dispatch
  }

  /// The current state: without the action, or with it once it has been passed on.
  public var state: State { currentState() }

  /// Dispatches another action, through all the middleware.
  ///
  /// Its cause, in its ``ActionOrigin``, is the commit of the action that the middleware passed on.
  /// Before that, it is the cause of the middleware's action, which
  /// ``ActionOrigin/precededAction`` names.
  ///
  /// When this returns, ``state`` includes the action. Beyond 64 nested dispatches, it is enqueued
  /// instead, and dispatched when the outermost one has returned: middleware that dispatches
  /// endlessly is reported as a loop, and doesn't overflow the stack.
  public func dispatch(action: any Action) {
    dispatch(action)
  }
}
