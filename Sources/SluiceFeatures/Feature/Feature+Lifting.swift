public import SluiceCore
import SluiceEffects

extension Feature {
  /// Returns this feature for a state that has this one's at a place.
  ///
  /// ```swift
  /// cart.lift(.state(\App.cart), environment: \.cart)
  /// match.lift(.optional(\Room.match))
  /// photo.lift(.each(\Album.photos))  // reached by ElementAction<Photo>
  /// ```
  ///
  /// All that the feature has is lifted with it. Where the part may be absent, or is one of several,
  /// runs belong to it: the commit that removes it, or puts another one by its id in its place, cancels
  /// them. Interceptors are notified of commits after which the part is there, and a history begins
  /// anew with each part. Interceptors, histories, streams of actions and sources are
  /// one for all: over elements they aren't registered, which is reported when the feature is.
  public func lift<Whole, Key>(_ place: Place<Whole, Key, State>) -> Feature<Whole, Environment> {
    lift(place, environment: { (same: Environment) in same })
  }

  /// Returns this feature for a state that has this one's at a place, and for an environment from which
  /// this one's is made.
  ///
  /// - Parameters:
  ///   - place: Where the state is.
  ///   - environment: Returns the feature's environment; called once for each of its parts, at
  ///     registration.
  public func lift<Whole, Key, Outer: Sendable>(
    _ place: Place<Whole, Key, State>,
    environment: @escaping @Sendable (Outer) -> Environment
  ) -> Feature<Whole, Outer> {
    lifted(to: place, by: ActionLift(place), environment) { $0.lift(place) }
  }

  /// Returns this feature for a state that has this one's at a place, and for actions that wrap its own.
  ///
  /// Reducers, with their follow-ups, effects, feedbacks and middleware receive the wrapped actions, and
  /// what they dispatch is wrapped. Interceptors and histories receive all actions, as they are
  /// dispatched.
  public func lift<Whole, Key, Global, Local>(
    _ place: Place<Whole, Key, State>,
    action wrapping: Wrapping<Global, Key, Local>
  ) -> Feature<Whole, Environment> {
    lift(place, action: wrapping, environment: { (same: Environment) in same })
  }

  /// Returns this feature for a state that has this one's at a place, for actions that wrap its own, and
  /// for an environment from which this one's is made.
  ///
  /// ```swift
  /// match.lift(.optional(\Room.match), action: .case(\.match, RoomAction.match), environment: \.match)
  /// ```
  /// - Parameters:
  ///   - place: Where the state is.
  ///   - wrapping: Which actions are the feature's.
  ///   - environment: Returns the feature's environment; called once for each of its parts, at
  ///     registration.
  public func lift<Whole, Key, Global, Local, Outer: Sendable>(
    _ place: Place<Whole, Key, State>,
    action wrapping: Wrapping<Global, Key, Local>,
    environment: @escaping @Sendable (Outer) -> Environment
  ) -> Feature<Whole, Outer> {
    lifted(to: place, by: ActionLift(place, wrapping), environment) {
      $0.lift(place, action: wrapping)
    }
  }

  private func lifted<Whole, Key, Outer>(
    to place: Place<Whole, Key, State>,
    by lift: ActionLift,
    _ environment: @escaping @Sendable (Outer) -> Environment,
    _ liftReducer: (Reducer<State>) -> Reducer<Whole>
  ) -> Feature<Whole, Outer> {
    @Sendable func lifted(_ middleware: some Middleware<State>) -> any Middleware<Whole> {
      middleware.lifted(to: place, by: lift)
    }
    func lifted(_ registrable: some Registrable<State>) -> (any Registrable<Whole>)? {
      registrable.lifted(to: place)
    }
    var feature = Feature<Whole, Outer>(id: id)
    // Named by its own id where its reducers have none.
    feature.reducers = [liftReducer(.combine(id: id, reducers))]
    feature.effects = effects.map { group in
      group.map { name, effect in
        (name: name, effect: effect.lifted(to: place, by: lift).lifted(environment: environment))
      }
    }
    feature.feedbacks = feedbacks.map { name, feedback in
      (name: name, feedback: feedback.lifted(to: place, by: lift).lifted(environment: environment))
    }
    feature.middleware = middleware.map { make in { @Sendable in lifted(make(environment($0))) } }
    feature.diagnostics = diagnostics
    for registrable in registrables {
      if let lifted = lifted(registrable) {
        feature.registrables.append(lifted)
      } else {
        feature.diagnostics.append(.notLiftable(registrable.name))
      }
    }
    return feature
  }
}
