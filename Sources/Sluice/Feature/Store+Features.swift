extension Store {
  /// Adds all of a feature, for a part of the state and of the environment.
  ///
  /// First its reducers, then interceptors and middleware, at last its effects and
  /// feedbacks: whoever dispatches meanwhile meets effects only when all the rest is there. What is
  /// registered under the same id is unregistered before.
  /// - Parameters:
  ///   - feature: What is added.
  ///   - keyPath: The part of the state that is the feature's.
  ///   - environment: What the feature's effects need, made of what this store's need.
  public final func register<Part, Local>(
    feature: Feature<Part, Local>,
    state keyPath: any WritableKeyPath<State, Part> & Sendable,
    environment: (Environment) -> Local
  ) {
    unregister(feature: feature)
    for diagnostic in feature.diagnostics { engine.report(diagnostic) }
    let id = feature.registrationID
    register(reducer: Reducer.combine(id: id, feature.reducers).lift(state: keyPath))
    for interceptor in feature.interceptors { add(interceptor, id, keyPath) }
    for middleware in feature.middleware { add(middleware, id, keyPath) }
    let environment = environment(self.environment)
    engine.scheduler.register(
      feature.effects.map { (name: $0.name, effect: $0.effect) },
      id: id,
      environment: environment,
      view: ProjectedView(Selector(keyPath: keyPath), of: engine)
    )
    for (index, feedback) in feature.feedbacks.enumerated() {
      engine.scheduler.register(
        feedback.lift(state: keyPath),
        id: id,
        name: "\(feature.id).feedback\(index + 1)",
        environment: environment,
        replacing: false,
        in: engine
      )
    }
  }

  /// Adds all of a feature that needs the same as the store, for a part of the state.
  public final func register<Part>(
    feature: Feature<Part, Environment>,
    state keyPath: any WritableKeyPath<State, Part> & Sendable
  ) {
    register(feature: feature, state: keyPath, environment: { $0 })
  }

  /// Adds all of a feature that is for the whole state.
  public final func register(feature: Feature<State, Environment>) {
    register(feature: feature, state: \.self, environment: { $0 })
  }

  /// Removes all of a feature; by its id.
  ///
  /// First its effects and feedbacks, whose runs are cancelled, then middleware and interceptors, at last its
  /// reducers. The state stays as it is.
  public final func unregister<Part, Local>(feature: Feature<Part, Local>) {
    let id = feature.registrationID
    engine.scheduler.unregisterEffects(id: id)
    engine.changeMiddleware("unregister(feature:)") { entries in
      entries.removeAll { $0.featureID == id }
    }
    engine.unregisterInterceptors("unregister(feature:)") { $0.featureID == id }
    engine.unregister(ReducerName(id))
  }

  private func add<I: Interceptor>(
    _ interceptor: I,
    _ id: String,
    _ keyPath: any WritableKeyPath<State, I.State> & Sendable
  ) {
    let lifted = interceptor.lift(state: keyPath)
    engine.register(
      InterceptorEntry(lifted, featureID: id) { record in
        lifted.committed(Commit(record))
      }
    )
  }

  private func add<M: Middleware>(
    _ middleware: M,
    _ id: String,
    _ keyPath: any WritableKeyPath<State, M.State> & Sendable
  ) {
    let entry = MiddlewareEntry(middleware.lift(state: keyPath), featureID: id, engine: engine)
    engine.changeMiddleware("register(feature:)") { $0.append(entry) }
  }
}

extension Feature {
  /// What its parts are registered under in a store.
  var registrationID: String { "feature \(id)" }
}
