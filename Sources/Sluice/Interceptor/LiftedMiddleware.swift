/// A middleware that serves stores with a larger state, or other actions.
///
/// Actions that are not for the middleware bypass it.
struct LiftedMiddleware<Base: Middleware, State: Sendable>: Middleware {
  let base: Base
  let part: @Sendable (State) -> Base.State
  /// Returns what the middleware receives for an action; `nil` if the action isn't for it.
  let extract: @Sendable (any Action) -> (any Action)?
  /// Wraps an action that the middleware dispatches; `nil` for one that it can't wrap.
  let embed: @Sendable (any Action) -> (any Action)?

  /// Calls the middleware with actions that are for it, and passes all others on.
  func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    guard let local = extract(action) else { return next(action) }
    let inner = MiddlewareContext<Base.State>(
      origin: context.origin,
      state: { [part] in part(context.state) },
      dispatch: { [embed] in context.dispatch(action: embed($0) ?? $0) }
    )
    let input = type(of: local)
    base.process(local, context: inner) { [embed] passed in
      // If input and output differ, an input stands for the action that it was extracted from.
      next(embed(passed) ?? (type(of: passed) == input ? action : passed))
    }
  }
}

extension Middleware {
  /// Returns this middleware for a state that contains this one's.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State> & Sendable
  ) -> some Middleware<Whole> {
    lift(get: { $0[keyPath: keyPath] })
  }

  /// Returns this middleware for a state from which this one's is made.
  public func lift<Whole: Sendable>(
    get part: @escaping @Sendable (Whole) -> State
  ) -> some Middleware<Whole> {
    LiftedMiddleware(base: self, part: part, extract: { $0 }, embed: { $0 })
  }

  /// Returns this middleware for actions wrapped in others, such as the cases of an enum.
  ///
  /// The actions that the middleware receives and dispatches may be of different types:
  ///
  /// ```swift
  /// let whole = search.lift(
  ///   action: { (action: AppAction) in if case .typed(let query) = action { query } else { nil } },
  ///   embed: { (result: SearchResult) in AppAction.found(result) }
  /// )
  /// ```
  ///
  /// Actions that aren't for the middleware bypass it.
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this middleware's.
  ///   - embed: Wraps what the middleware dispatches or passes on. Actions of other types stay
  ///     unchanged; but an input that is passed on and that this can't wrap stands for the action
  ///     that it was extracted from.
  public func lift<Global: Action, Input: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> some Middleware<State> {
    lift(get: { $0 }, action: extract, embed: embed)
  }

  /// Returns this middleware for a larger state, and for actions wrapped in others.
  /// - Parameters:
  ///   - keyPath: The key path to this middleware's state.
  ///   - extract: Returns the wrapped action; `nil` if it is not this middleware's.
  ///   - embed: Wraps what the middleware dispatches or passes on.
  public func lift<Whole: Sendable, Global: Action, Input: Action, Output: Action>(
    state keyPath: any KeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> some Middleware<Whole> {
    lift(get: { $0[keyPath: keyPath] }, action: extract, embed: embed)
  }

  private func lift<Whole: Sendable, Global: Action, Input: Action, Output: Action>(
    get part: @escaping @Sendable (Whole) -> State,
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> some Middleware<Whole> {
    LiftedMiddleware(
      base: self,
      part: part,
      extract: { ($0 as? Global).flatMap(extract) },
      embed: { ($0 as? Output).map(embed) }
    )
  }
}
