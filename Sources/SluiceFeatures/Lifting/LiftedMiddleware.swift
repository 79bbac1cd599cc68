import SluiceCore
import SluiceEffects
import SluiceLocks

/// A middleware that serves stores with a larger state, or other actions.
///
/// Actions that are not for the middleware bypass it.
struct LiftedMiddleware<Base: Middleware, State: Sendable>: Middleware {
  /// What the middleware receives for an action, and how it sees the store.
  struct Entry: Sendable {
    let action: any Action
    let state: @Sendable () -> Base.State
    /// Wraps an action that the middleware dispatches or passes on, if it is of the part's type.
    let embed: @Sendable (any Action) -> any Action
  }

  let base: Base
  /// Returns what the middleware receives for an action; `nil` if the action isn't for it.
  let enter: @Sendable (any Action, _ state: @escaping @Sendable () -> State) -> Entry?

  /// Calls the middleware with actions that are for it, and passes all others on.
  func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    guard let entry = enter(action, { context.state }) else { return next(action) }
    let embed = entry.embed
    let inner = MiddlewareContext<Base.State>(
      origin: context.origin,
      state: entry.state,
      dispatch: { context.dispatch(action: embed($0)) }
    )
    base.process(entry.action, context: inner) { next(embed($0)) }
  }
}

extension Middleware {
  /// Returns this middleware for a state that has this one's at a place, and for actions that wrap its own.
  ///
  /// Actions for every element, and those for a part that is absent, bypass it.
  func lifted<Whole, Key>(
    to place: Place<Whole, Key, State>,
    by lift: ActionLift
  ) -> LiftedMiddleware<Self, Whole> {
    LiftedMiddleware(base: self) { action, whole in
      guard let (pattern, local) = lift.extractPart(action) else { return nil }
      let step: PartID.Step
      switch place.kind {
      case .property(_, let keyPath):
        return .init(action: local, state: { whole()[keyPath: keyPath] }, embed: { lift.embed($0) })
      case .optional:
        guard let only = place.steps(in: whole()).first else { return nil }
        step = only
      case .elements:
        guard let named = pattern.id?.steps.first else { return nil }
        step = named
      }
      guard let first = place.find(whole(), step) else { return nil }
      // The last one that was seen, should the part be removed meanwhile.
      let last = Locked(first)
      return .init(
        action: local,
        state: {
          let found = place.find(whole(), step)
          let old = last.withLock { last in
            defer { if let found { last = found } }
            return last
          }
          return found ?? old
        },
        embed: { [bound = lift.bound(to: PartID(steps: [step]))] in bound.embed($0) }
      )
    }
  }
}
