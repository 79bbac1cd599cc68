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
  private enum Source: Sendable {
    case store(StateEngine<State>, ActionOrigin.Site)
    /// What a lifted middleware sees.
    case part(state: @Sendable () -> State, dispatch: @Sendable (any Action) -> Void)
  }

  private let source: Source

  init(engine: StateEngine<State>, site: ActionOrigin.Site) {
    source = .store(engine, site)
  }

  init(
    state: @escaping @Sendable () -> State,
    dispatch: @escaping @Sendable (any Action) -> Void
  ) {
    source = .part(state: state, dispatch: dispatch)
  }

  /// The state as it is now: before the action, or with it once it has been passed on.
  public var state: State {
    switch source {
    case .store(let engine, _): engine.snapshot().value
    case .part(let state, _): state()
    }
  }

  /// Dispatches another action from the start: it passes all the middleware.
  public func dispatch(action: any Action) {
    switch source {
    case .store(let engine, let site):
      engine.dispatch(action, DispatchContext(site: site, note: nil))
    case .part(_, let dispatch): dispatch(action)
    }
  }
}

/// A middleware in its place.
struct MiddlewareEntry: Sendable {
  let middleware: any Middleware
  /// What it was registered with, if it is part of a feature.
  let featureID: String?
  let process:
    @Sendable (any Action, DispatchContext, @escaping @Sendable (any Action) -> Void) -> Void

  init<M: Middleware>(_ middleware: M, featureID: String? = nil, engine: StateEngine<M.State>) {
    self.middleware = middleware
    self.featureID = featureID
    // Unowned: the entry stands in the engine.
    process = { [unowned engine] action, context, next in
      let context = MiddlewareContext(engine: engine, site: context.site)
      middleware.process(action, context: context, next: next)
    }
  }
}

extension Engine {
  /// Sends an action through what is left of the middleware, then to the reducers.
  final func process(
    _ action: any Action,
    through entries: ContiguousArray<MiddlewareEntry>.SubSequence,
    _ context: DispatchContext
  ) {
    guard let first = entries.first else { return commit(action, context) }
    first.process(action, context) { [rest = entries.dropFirst()] action in
      self.process(action, through: rest, context)
    }
  }
}
