/// A middleware that serves stores with a larger state, or other actions.
///
/// Actions that are not for the middleware bypass it.
struct LiftedMiddleware<Base: Middleware, State: Sendable>: Middleware {
  /// What the middleware receives for an action, and how it sees the store.
  struct Entry: Sendable {
    let action: any Action
    let state: @Sendable () -> Base.State
    /// Wraps an action that the middleware dispatches; `nil` for one that it can't wrap.
    let embed: @Sendable (any Action) -> (any Action)?
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
      dispatch: { context.dispatch(action: embed($0) ?? $0) }
    )
    let input = type(of: entry.action)
    base.process(entry.action, context: inner) { passed in
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
    LiftedMiddleware(base: self) { action, whole in
      .init(action: action, state: { part(whole()) }, embed: { $0 })
    }
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
    LiftedMiddleware(base: self) { action, whole in
      (action as? Global).flatMap(extract).map { local in
        .init(
          action: local,
          state: { part(whole()) },
          embed: { ($0 as? Output).map(embed) }
        )
      }
    }
  }

  /// Returns this middleware for each of several parts of a larger state, and for actions that wrap
  /// its own.
  func lifted<Whole, ID>(
    _ place: PartPlace<Whole, ID, State>,
    by lift: ActionLift
  ) -> LiftedMiddleware<Self, Whole> {
    LiftedMiddleware(base: self) { action, whole in
      guard let (pattern, local) = lift.extractPart(action) else { return nil }
      let before = whole()
      // Actions for every element pass; a part that may be absent is the only one, if it is there.
      let only = lift.name == nil ? place.ids(before).first : nil
      guard let id = only ?? pattern.id?.steps.first?.value as? ID,
        let first = place.find(before, id)
      else { return nil }
      let part = PartID(steps: [PartID.Step(id)])
      let bound = lift.bound(to: part)
      // The last one that was seen, should the element be removed meanwhile.
      let last = Locked(first)
      return .init(
        action: local,
        state: {
          let found = place.find(whole(), id)
          let old = last.withLock { last in
            defer { if let found { last = found } }
            return last
          }
          return found ?? old
        },
        embed: { action in bound.wrap(action) }
      )
    }
  }
}
