extension Reducer {
  // MARK: - To a larger state

  /// Returns this reducer for a state that contains this one's.
  ///
  /// Stored properties are mutated in place; a computed one costs a get and a set.
  public func lift<Whole: Sendable>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole> {
    lift(StateLens(keyPath))
  }

  /// Returns this reducer for a state that optionally contains this one's.
  ///
  /// Actions change nothing while the part is `nil`. The part is mutated in place.
  public func lift<Whole: Sendable>(
    state keyPath: any WritableKeyPath<Whole, State?> & Sendable
  ) -> Reducer<Whole> {
    lift(StateLens(optional: keyPath))
  }

  /// Returns this reducer for a state from which this one's is made, and in which it is stored.
  ///
  /// For parts without a key path, such as an enum's case.
  /// - Parameters:
  ///   - get: Returns the part; `nil` if there currently is none, and then nothing changes.
  ///   - set: Stores the changed part.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?,
    set: @escaping @Sendable (inout Whole, State) -> Void
  ) -> Reducer<Whole> {
    lift(StateLens(get: get, set: set))
  }

  private func lift<Whole: Sendable>(_ lens: StateLens<Whole, State>) -> Reducer<Whole> {
    Reducer<Whole>(name: name.derived, handlers: handlers.map { $0.lifted(by: lens) })
  }

  // MARK: - To larger actions

  /// Returns this reducer for actions wrapped in others, such as the cases of an enum.
  ///
  /// ```swift
  /// enum AppAction: Action {
  ///   case counter(CounterAction)
  ///   case login(LoginAction)
  ///   var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
  /// }
  /// counterReducer.lift(action: \AppAction.counter)
  /// ```
  ///
  /// The lifted reducer handles wrapping actions only, not actions dispatched unwrapped. Follow-ups'
  /// actions are dispatched as they are, which is reported when the reducer is registered: wrap them
  /// with `embed:`.
  /// - Parameter extract: Returns the wrapped action; `nil` if it is not this reducer's.
  public func lift<Global: Action, Local: Action>(
    action extract: @escaping @Sendable (Global) -> Local?
  ) -> Reducer {
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    return Reducer(
      name: name.derived,
      handlers: [
        Handler(followUps: nested.followUps.lifted(name, to: Global.self)) {
          (state, action: Global, output) in
          if let local = extract(action) { nested.reduce(&state, local, &output) }
        }
      ]
    )
  }

  /// Returns this reducer for actions wrapped in others, with its follow-ups' actions wrapped
  /// before they are dispatched.
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this reducer's.
  ///   - embed: Wraps an action that a follow-up returns; those of other types stay unchanged.
  public func lift<Global: Action, Local: Action>(
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> Reducer {
    mapFollowUps { action in (action as? Local).map(embed) ?? action }.lift(action: extract)
  }

  /// Returns this reducer for actions of any types wrapped in others.
  @_disfavoredOverload
  public func lift<Global: Action>(
    action extract: @escaping @Sendable (Global) -> (any Action)?
  ) -> Reducer {
    let nested = NestedHandlers<State>(handlers)
    return Reducer(
      name: name.derived,
      handlers: [
        Handler(followUps: nested.followUps.lifted(name, to: Global.self)) {
          (state, action: Global, output) in
          if let local = extract(action) { nested.reduce(&state, local, &output) }
        }
      ]
    )
  }

  /// Returns this reducer for a larger state, and for actions wrapped in others.
  public func lift<Whole: Sendable, Global: Action, Local: Action>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> Local?
  ) -> Reducer<Whole> {
    lift(action: extract).lift(state: keyPath)
  }

  /// Returns this reducer for a larger state, and for actions wrapped in others, with its follow-ups'
  /// actions wrapped before they are dispatched.
  ///
  /// ```swift
  /// searchReducer.lift(
  ///   state: \AppState.search,
  ///   action: \AppAction.search,
  ///   embed: AppAction.search
  /// )
  /// ```
  /// - Parameters:
  ///   - keyPath: The key path to the reducer's state.
  ///   - extract: Returns the wrapped action; `nil` if it is not this reducer's.
  ///   - embed: Wraps an action that a follow-up returns; those of other types stay unchanged.
  public func lift<Whole: Sendable, Global: Action, Local: Action>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> Reducer<Whole> {
    lift(action: extract, embed: embed).lift(state: keyPath)
  }

  /// Returns this reducer for a larger state, and for actions of any types wrapped in others.
  @_disfavoredOverload
  public func lift<Whole: Sendable, Global: Action>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> (any Action)?
  ) -> Reducer<Whole> {
    lift(action: extract).lift(state: keyPath)
  }

  /// Returns this reducer, limited to some of its types of actions.
  ///
  /// ```swift
  /// protocol CartAction: Action {}
  /// cartReducer.limited { $0 is any CartAction.Type }
  /// ```
  /// - Parameter accepts: Called once for each type of action, not at each dispatch.
  public func limited(
    to accepts: @escaping @Sendable (any Action.Type) -> Bool
  ) -> Reducer {
    Reducer(name: name.derived, handlers: handlers.compactMap { $0.limited(to: accepts) })
  }
}
