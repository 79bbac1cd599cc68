extension Store {
  /// Registers a feature for a part of the state and of the environment.
  ///
  /// First unregisters what has the same id. Then registers reducers, interceptors and middleware,
  /// and finally effects and feedbacks: actions dispatched meanwhile reach effects only once all
  /// the rest is registered.
  /// - Parameters:
  ///   - feature: The feature.
  ///   - keyPath: The feature's part of the state.
  ///   - environment: Returns the feature's environment, made from the store's.
  @discardableResult
  public final func register<Part, Local>(
    feature: Feature<Part, Local>,
    state keyPath: any WritableKeyPath<State, Part> & Sendable,
    environment: (Environment) -> Local
  ) -> StoreRegistration {
    unregister(feature: feature)
    for diagnostic in feature.diagnostics { core.report(diagnostic) }
    let id = feature.registrationID
    let registration = StoreRegistration.nextNumber()
    // Named by its own id where its reducers have none, and registered by that of a feature.
    let named = Reducer.combine(id: feature.id, feature.reducers)
    let reducer = Reducer.combine(id: id, named).lift(state: keyPath)
    core.register(reducer.handlers, name: reducer.name, registration: registration)
    for interceptor in feature.interceptors { add(interceptor, id, registration, keyPath) }
    let part = StatePart(keyPath)
    for history in feature.histories {
      history.register(in: core, at: part, registration, featureID: id)
    }
    let environment = environment(self.environment)
    for make in feature.middleware { add(make(environment), id, registration, keyPath) }
    let result = core.scheduler.register(
      feature.effects.map { (name: $0.name, effect: $0.effect) },
      id: id,
      registration: registration,
      environment: environment,
      access: { $0.lifted(keyPath) }
    )
    for (index, feedback) in feature.feedbacks.enumerated() {
      _ = core.scheduler.register(
        feedback.lift(state: keyPath),
        id: id,
        registration: registration,
        name: "\(feature.id).\(feedback.name ?? "feedback\(index + 1)")",
        environment: environment,
        replacing: false,
        in: core
      )
    }
    return result
  }

  /// Registers a feature with the store's environment, for a part of the state.
  @discardableResult
  public final func register<Part>(
    feature: Feature<Part, Environment>,
    state keyPath: any WritableKeyPath<State, Part> & Sendable
  ) -> StoreRegistration {
    register(feature: feature, state: keyPath, environment: { $0 })
  }

  /// Registers a feature for the whole state.
  @discardableResult
  public final func register(feature: Feature<State, Environment>) -> StoreRegistration {
    register(feature: feature, state: \.self, environment: { $0 })
  }

  /// Unregisters a feature, by its id.
  ///
  /// First removes effects and feedbacks and cancels their runs, then middleware and interceptors,
  /// and finally reducers. The state is unchanged.
  public final func unregister<Part, Local>(feature: Feature<Part, Local>) {
    let id = feature.registrationID
    core.scheduler.unregisterEffects(id: id)
    core.changeMiddleware("unregister(feature:)") { $0.remove(.id(id)) }
    core.unregisterInterceptors("unregister(feature:)") { $0.takeInterceptors(.id(id)) }
    core.unregister("unregister(feature:)", .id(id))
  }

  private func add<I: Interceptor>(
    _ interceptor: I,
    _ id: String,
    _ registration: Int,
    _ keyPath: any WritableKeyPath<State, I.State> & Sendable
  ) {
    let lifted = interceptor.lift(state: keyPath)
    core.register(
      InterceptorEntry(lifted, featureID: id, registration: registration) {
        lifted.committed(Commit($0, $1, $2))
      }
    )
  }

  private func add<M: Middleware>(
    _ middleware: M,
    _ id: String,
    _ registration: Int,
    _ keyPath: any WritableKeyPath<State, M.State> & Sendable
  ) {
    let entry = MiddlewareEntry(
      middleware.lift(state: keyPath),
      featureID: id,
      registration: registration,
      core: core
    )
    core.register("register(feature:)", entry)
  }
}

extension Feature {
  /// The id under which its parts are registered in a store.
  var registrationID: String { "feature \(id)" }
}
