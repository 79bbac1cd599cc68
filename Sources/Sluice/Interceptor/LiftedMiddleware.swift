/// A middleware that serves stores with a larger state, or other actions.
///
/// Made with `lift`. Actions that are not for the middleware pass it by.
public struct LiftedMiddleware<Base: Middleware, State: Sendable>: Middleware {
  let base: Base
  let part: @Sendable (State) -> Base.State
  /// What the middleware is given of an action; `nil` when it is not for it.
  let extract: @Sendable (any Action) -> (any Action)?
  /// What becomes of an action that the middleware passes on or dispatches.
  let embed: @Sendable (any Action) -> any Action

  /// Hands what is for the middleware to it, and passes on all else.
  public func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    guard let local = extract(action) else { return next(action) }
    let inner = MiddlewareContext<Base.State>(
      state: { [part] in part(context.state) },
      dispatch: { [embed] in context.dispatch(action: embed($0)) }
    )
    base.process(local, context: inner) { [embed] in next(embed($0)) }
  }
}

extension Middleware {
  /// The same middleware for a state that has this one's in it.
  public func lift<Whole>(
    state keyPath: any KeyPath<Whole, State> & Sendable
  ) -> LiftedMiddleware<Self, Whole> {
    lift(get: { $0[keyPath: keyPath] })
  }

  /// The same middleware for a state from which this one's is made.
  public func lift<Whole>(
    get part: @escaping @Sendable (Whole) -> State
  ) -> LiftedMiddleware<Self, Whole> {
    LiftedMiddleware(base: self, part: part, extract: { $0 }, embed: { $0 })
  }

  /// The same middleware for actions that are wrapped in others, such as the cases of an enum.
  ///
  /// Other actions pass it by.
  /// - Parameters:
  ///   - extract: The wrapped action; `nil` where it is not this middleware's.
  ///   - embed: Wraps what the middleware passes on or dispatches. What it makes of other types is
  ///     left as it is.
  public func lift<Global: Action, Local: Action>(
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> LiftedMiddleware<Self, State> {
    lift(get: { $0 }, action: extract, embed: embed)
  }

  /// The same middleware for a larger state, and for actions that are wrapped in others.
  /// - Parameters:
  ///   - keyPath: Where this middleware's state is.
  ///   - extract: The wrapped action; `nil` where it is not this middleware's.
  ///   - embed: Wraps what the middleware passes on or dispatches.
  public func lift<Whole, Global: Action, Local: Action>(
    state keyPath: any KeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> LiftedMiddleware<Self, Whole> {
    lift(get: { $0[keyPath: keyPath] }, action: extract, embed: embed)
  }

  private func lift<Whole, Global: Action, Local: Action>(
    get part: @escaping @Sendable (Whole) -> State,
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> LiftedMiddleware<Self, Whole> {
    LiftedMiddleware(
      base: self,
      part: part,
      extract: { ($0 as? Global).flatMap(extract) },
      embed: { action in (action as? Local).map(embed) ?? action }
    )
  }
}
