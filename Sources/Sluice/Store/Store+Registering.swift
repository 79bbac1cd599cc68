extension Store {
  // MARK: - Reducers

  /// Adds a reducer behind those that are registered already.
  @inlinable
  public final func register(reducer: Reducer<State>) {
    engine.register(reducer.handlers, name: reducer.name)
  }

  /// Adds a reducer for a part of the state.
  public final func register<Part: Sendable>(
    reducer: Reducer<Part>,
    for keyPath: any WritableKeyPath<State, Part> & Sendable
  ) {
    register(reducer: reducer.lift(state: keyPath))
  }

  /// Removes a reducer, wherever it was registered; by its id.
  public final func unregister<Part: Sendable>(reducer: Reducer<Part>) {
    engine.unregister(reducer.name)
  }

  // MARK: - Effects

  /// Registers the effects of an ``Effects`` type under its id.
  ///
  /// Effects that are registered under that id already are replaced: their runs are cancelled and
  /// what they still dispatch is dropped. A `lazy` effect that was not read yet is not registered,
  /// and ``onDiagnostic`` is told.
  public final func register<E: Effects>(effects: E) where E.Environment == Environment {
    if let unread = effects.unreadEffects { engine.report(unread) }
    engine.scheduler.register(effects.namedEffects, id: E.id, environment: environment)
  }

  /// Registers effects under an id, in the place of those that it stood for; without an id, under
  /// one of their own.
  ///
  /// - Returns: The id.
  @discardableResult
  public final func register(effects: [Effect<Environment>], id: String? = nil) -> String {
    let id = id ?? "effects#\(UniqueNumbers.effects.next())"
    let named = effects.enumerated().map { index, effect in
      (name: effects.count == 1 ? id : "\(id).\(index + 1)", effect: effect)
    }
    engine.scheduler.register(named, id: id, environment: environment)
    return id
  }

  /// Registers one effect under an id, in the place of what it stood for; without an id, under one
  /// of its own.
  ///
  /// - Returns: The id.
  @discardableResult
  public final func register(effect: Effect<Environment>, id: String? = nil) -> String {
    register(effects: [effect], id: id ?? "effect#\(UniqueNumbers.effects.next())")
  }

  /// Removes the effects of an ``Effects`` type: their runs are cancelled, and what they still
  /// dispatch is dropped.
  public final func unregisterEffects<E: Effects>(ofType type: E.Type) {
    unregisterEffects(withID: type.id)
  }

  /// Removes the effects that are registered under an id.
  public final func unregisterEffects(withID id: String) {
    engine.scheduler.unregisterEffects(id: id)
  }

  /// Called with each error that an effect threw and nothing caught, on the thread of the run.
  ///
  /// Without a handler, debug builds print the failure to standard error.
  public final var onEffectFailure: (@Sendable (EffectFailure) -> Void)? {
    get { engine.locked("onEffectFailure") { _ in engine.notices.onEffectFailure } }
    set { engine.setHandler(\.onEffectFailure, newValue) }
  }

  /// Called with what the store notices about its use, once for each kind, on the thread that
  /// caused it.
  ///
  /// Without a handler, it is printed to standard error.
  public final var onDiagnostic: (@Sendable (StoreDiagnostic) -> Void)? {
    get { engine.locked("onDiagnostic") { _ in engine.notices.onDiagnostic } }
    set { engine.setHandler(\.onDiagnostic, newValue) }
  }

  // MARK: - Interceptors and middleware

  /// Adds an interceptor: it sees every commit after this moment.
  ///
  /// Inlined so that the call of the interceptor is compiled for its type and the state's: without,
  /// each commit looks up metadata.
  @inlinable
  public final func register<I: Interceptor<State>>(interceptor: I) {
    engine.register(
      InterceptorEntry(interceptor) { record in
        interceptor.committed(Commit(record))
      }
    )
  }

  /// Removes the interceptors of a type.
  public final func unregisterInterceptors<I: Interceptor<State>>(ofType type: I.Type) {
    engine.unregisterInterceptors("unregisterInterceptors(ofType:)") { $0.interceptor is I }
  }

  /// Adds a middleware behind those that are registered already.
  public final func register<M: Middleware<State>>(middleware: M) {
    let entry = MiddlewareEntry(middleware, engine: engine)
    engine.changeMiddleware("register(middleware:)") { $0.append(entry) }
  }

  /// Removes the middleware of a type.
  public final func unregisterMiddleware<M: Middleware<State>>(ofType type: M.Type) {
    engine.changeMiddleware("unregisterMiddleware(ofType:)") { entries in
      entries.removeAll { $0.middleware is M }
    }
  }
}
