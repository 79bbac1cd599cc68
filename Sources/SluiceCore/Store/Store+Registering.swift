import SluiceLocks

extension Store {
  // MARK: - Reducers

  /// Adds a reducer after those already registered.
  @inlinable
  @discardableResult
  public final func register(reducer: Reducer<State>) -> StoreRegistration {
    StoreRegistration(core.register(reducer.handlers, name: reducer.name), in: core)
  }

  /// Adds a reducer for a part of the state.
  @discardableResult
  public final func register<Part: Sendable>(
    reducer: Reducer<Part>,
    for place: Place<State, Only, Part>
  ) -> StoreRegistration {
    register(reducer: reducer.lift(place))
  }

  /// Removes a reducer by its id, wherever it was registered.
  public final func unregister<Part: Sendable>(reducer: Reducer<Part>) {
    core.unregister("unregister(reducer:)", .id(reducer.name.id))
  }

  // MARK: - Notices

  /// Called with each uncaught error that an effect throws, on the thread of the run.
  ///
  /// Without a handler, debug builds print the failure to standard error.
  public final var onEffectFailure: (@Sendable (EffectFailure) -> Void)? {
    get { core.locked("onEffectFailure") { _ in core.notices.onEffectFailure } }
    set { core.setHandler(\.onEffectFailure, newValue) }
  }

  /// Called with each diagnostic about the store's use, once for each kind, on the thread that
  /// caused it.
  ///
  /// Without a handler, diagnostics are printed to standard error. Interceptors receive them, too; see
  /// ``Interceptor/diagnosed(_:)``.
  public final var onDiagnostic: (@Sendable (StoreDiagnostic) -> Void)? {
    get { core.locked("onDiagnostic") { _ in core.notices.onDiagnostic } }
    set { core.setHandler(\.onDiagnostic, newValue) }
  }

  /// The kinds of diagnostics that are reported to nobody; none by default.
  ///
  /// ```swift
  /// store.silencedDiagnostics = [.missingElement]
  /// ```
  public final var silencedDiagnostics: Set<StoreDiagnostic.ID> {
    get { core.locked("silencedDiagnostics") { _ in core.notices.silenced } }
    set { core.setHandler(\.silenced, newValue) }
  }

  // MARK: - Interceptors and middleware

  /// Adds an interceptor, which receives every commit made from now on.
  ///
  /// Inlined so that the call of the interceptor is specialized for its type and the state's;
  /// otherwise each commit looks up metadata.
  @inlinable
  @discardableResult
  public final func register<I: Interceptor<State>>(interceptor: I) -> StoreRegistration {
    let entry = InterceptorEntry(interceptor) { record, old, new in
      interceptor.committed(Commit(record, old, new))
    }
    core.register(entry)
    return StoreRegistration(entry.registration, in: core)
  }

  /// Removes the interceptors of a type.
  public final func unregisterInterceptors<I: Interceptor<State>>(ofType type: I.Type) {
    core.unregisterInterceptors("unregisterInterceptors(ofType:)") { observers in
      observers.takeInterceptors { $0.interceptor is I }
    }
  }

  /// Adds a middleware after those already registered.
  @discardableResult
  public final func register<M: Middleware<State>>(middleware: M) -> StoreRegistration {
    let entry = MiddlewareEntry(middleware, core: core)
    core.register("register(middleware:)", entry)
    return StoreRegistration(entry.registration, in: core)
  }

  /// Adds a preparation of actions, with the store's environment, after the middleware already
  /// registered.
  @discardableResult
  public final func register(middleware: Preparation<Environment>) -> StoreRegistration {
    register(
      middleware: PreparingMiddleware<State, Environment>(
        preparation: middleware,
        environment: environment
      )
    )
  }

  /// Removes the middleware of a type.
  public final func unregisterMiddleware<M: Middleware<State>>(ofType type: M.Type) {
    core.changeMiddleware("unregisterMiddleware(ofType:)") { middleware in
      middleware.removeAll { $0.middleware is M }
    }
  }
}
