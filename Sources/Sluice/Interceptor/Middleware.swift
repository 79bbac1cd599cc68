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
  private let core: StoreCore<State>
  private let site: ActionOrigin.Site

  init(core: StoreCore<State>, site: ActionOrigin.Site) {
    self.core = core
    self.site = site
  }

  /// The state as it is now.
  public var state: State { core.snapshot().value }

  /// Dispatches another action from the start: it passes all the middleware.
  public func dispatch(action: any Action) {
    core.dispatchErased(action, note: nil, site: site)
  }
}

/// A middleware in its place.
struct MiddlewareEntry<State: Sendable>: Sendable {
  let middleware: any Middleware<State>

  init(_ middleware: any Middleware<State>) {
    self.middleware = middleware
  }
}

extension StoreCore {
  /// Sends an action through what is left of the middleware, then to the reducers.
  func process(
    _ action: any Action,
    through entries: ArraySlice<MiddlewareEntry<State>>,
    note: String?,
    site: ActionOrigin.Site,
    effect: EffectRunID? = nil,
    run: EffectRun? = nil
  ) {
    guard let first = entries.first else {
      return commit(action, note: note, site: site, effect: effect, run: run)
    }
    first.middleware.process(
      action,
      context: MiddlewareContext(core: self, site: site)
    ) { [rest = entries.dropFirst()] action in
      self.process(action, through: rest, note: note, site: site, effect: effect, run: run)
    }
  }

  /// A dispatch whose action's type is not known when it is compiled.
  @usableFromInline
  func dispatchErased(_ action: any Action, note: String?, site: ActionOrigin.Site) {
    func open<A: Action>(_ action: A) { dispatch(action, note: note, site: site) }
    open(action)
  }

  /// What an effect dispatches: through the middleware like any other action.
  func dispatch(
    _ action: any Action,
    site: ActionOrigin.Site,
    effect: EffectRunID? = nil,
    run: EffectRun? = nil
  ) {
    let entries = locked("dispatch(action:)") { $0.middleware }
    process(action, through: entries[...], note: nil, site: site, effect: effect, run: run)
  }
}
