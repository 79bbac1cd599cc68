extension Feature {
  /// Returns this feature for actions that wrap its own, such as the cases of an enum.
  ///
  /// ```swift
  /// store.register(feature: cart.lift(action: \AppAction.cart, embed: AppAction.cart), state: \.cart)
  /// ```
  ///
  /// Reducers, with their follow-ups, effects, feedbacks and middleware are lifted. Interceptors and
  /// histories receive all actions, as they are dispatched.
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this feature's. Must be pure: it may
  ///     be called several times for an action.
  ///   - embed: Wraps what the feature dispatches; actions of other types stay unchanged.
  public func lift<Global: Action, Input: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> Feature {
    @Sendable func lift(_ middleware: some Middleware<State>) -> any Middleware<State> {
      middleware.lift(action: extract, embed: embed)
    }
    return Feature(
      id: id,
      reducers.map { reducer in
        reducer.mapFollowUps { ($0 as? Output).map(embed) ?? $0 }.lift(action: extract)
      },
      effects.map {
        NamedEffect(name: $0.name, effect: $0.effect.lift(action: extract, embed: embed))
      },
      feedbacks.map { $0.lift(action: extract, embed: embed) },
      diagnostics,
      middleware.map { make in { lift(make($0)) } },
      interceptors,
      histories
    )
  }

  /// Returns this feature for each of several parts of a larger state, and for actions that wrap its
  /// own.
  @usableFromInline
  func lifted<Whole, ID>(
    _ place: PartPlace<Whole, ID, State>,
    by lift: ActionLift,
    _ liftReducer: (Reducer<State>) -> Reducer<Whole>
  ) -> Feature<Whole, Environment> {
    @Sendable func lifted(_ middleware: some Middleware<State>) -> any Middleware<Whole> {
      middleware.lifted(place, by: lift)
    }
    let left =
      interceptors.map { "\(type(of: $0))" }
      + (histories.isEmpty ? [] : ["The history of \(State.self)"])
    return Feature<Whole, Environment>(
      id: id,
      reducers.map(liftReducer),
      effects.map { .init(name: $0.name, effect: $0.effect.lifted(place, by: lift)) },
      feedbacks.map { $0.lifted(place, by: lift) },
      diagnostics + left.map(StoreDiagnostic.notLiftable),
      middleware.map { make in { lifted(make($0)) } }
    )
  }
}
