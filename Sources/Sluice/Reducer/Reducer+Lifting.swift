extension Reducer {
  // MARK: - To a larger state

  /// The same reducer for a state that has this one's in it.
  ///
  /// Stored properties are mutated in place; a computed one costs a get and a set.
  public func lift<Whole: Sendable>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole> {
    lift(StateLens(keyPath))
  }

  /// The same reducer for a state that has this one's in it now and then.
  ///
  /// An action that comes while the part is `nil` changes nothing. The part is mutated in place.
  public func lift<Whole: Sendable>(
    state keyPath: any WritableKeyPath<Whole, State?> & Sendable
  ) -> Reducer<Whole> {
    lift(StateLens(optional: keyPath))
  }

  /// The same reducer for a state from which this one's is made, and to which it is given back.
  ///
  /// For parts that no key path leads to, such as an enum's case.
  /// - Parameters:
  ///   - get: Makes the part; `nil` where there is none now, and then nothing changes.
  ///   - set: Puts the changed part back.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?,
    set: @escaping @Sendable (inout Whole, State) -> Void
  ) -> Reducer<Whole> {
    lift(StateLens(get: get, set: set))
  }

  private func lift<Whole: Sendable>(_ lens: StateLens<Whole, State>) -> Reducer<Whole> {
    Reducer<Whole>(name: name, handlers: handlers.map { $0.lifted(by: lens) })
  }

  // MARK: - To larger actions

  /// The same reducer for the actions that are wrapped in others, such as the cases of an enum.
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
  /// The lifted reducer takes wrapping actions only: what is dispatched without its wrapping is
  /// not for it.
  /// - Parameter extract: The wrapped action; `nil` where it is not this reducer's.
  public func lift<Global: Action, Local: Action>(
    action extract: @escaping @Sendable (Global) -> Local?
  ) -> Reducer {
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    return Reducer(
      name: name,
      handlers: [
        Handler(asksForFollowUps: nested.asksForFollowUps) { (state, action: Global, output) in
          if let local = extract(action) { nested.reduce(&state, local, &output) }
        }
      ]
    )
  }

  /// The same reducer for the actions that are wrapped in others, and whose follow-ups' actions are
  /// wrapped before they are dispatched.
  /// - Parameters:
  ///   - extract: The wrapped action; `nil` where it is not this reducer's.
  ///   - embed: Wraps an action that a follow-up gives; those of other types stay as they are.
  public func lift<Global: Action, Local: Action>(
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Local) -> Global
  ) -> Reducer {
    mapFollowUps { action in (action as? Local).map(embed) ?? action }.lift(action: extract)
  }

  /// The same reducer for actions of any types that are wrapped in others.
  @_disfavoredOverload
  public func lift<Global: Action>(
    action extract: @escaping @Sendable (Global) -> (any Action)?
  ) -> Reducer {
    let nested = NestedHandlers<State>(handlers)
    return Reducer(
      name: name,
      handlers: [
        Handler(asksForFollowUps: nested.asksForFollowUps) { (state, action: Global, output) in
          if let local = extract(action) { nested.reduce(&state, local, &output) }
        }
      ]
    )
  }

  /// The same reducer for a larger state, and for actions that are wrapped in others.
  public func lift<Whole: Sendable, Global: Action, Local: Action>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> Local?
  ) -> Reducer<Whole> {
    lift(action: extract).lift(state: keyPath)
  }

  /// The same reducer for a larger state, and for actions of any types that are wrapped in others.
  @_disfavoredOverload
  public func lift<Whole: Sendable, Global: Action>(
    state keyPath: any WritableKeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> (any Action)?
  ) -> Reducer<Whole> {
    lift(action: extract).lift(state: keyPath)
  }

  /// The same reducer, for some of its types of actions only.
  ///
  /// ```swift
  /// protocol CartAction: Action {}
  /// cartReducer.limited { $0 is any CartAction.Type }
  /// ```
  /// - Parameter accepts: Asked once for each type of action, and not at each dispatch.
  public func limited(
    to accepts: @escaping @Sendable (any Action.Type) -> Bool
  ) -> Reducer {
    Reducer(name: name, handlers: handlers.compactMap { $0.limited(to: accepts) })
  }
}
