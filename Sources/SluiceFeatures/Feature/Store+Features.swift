public import SluiceCore
import SluiceEffects

extension Store {
  /// Registers a feature, with all that it has.
  ///
  /// ```swift
  /// store.register(feature: cart.lift(.state(\.cart), environment: \.cart))
  /// ```
  ///
  /// Registers reducers, interceptors and middleware first, then effects and feedbacks: actions
  /// dispatched meanwhile reach effects only once all the rest is registered. Refused, with a
  /// ``StoreDiagnostic`` that names both places, while a feature with the same id is registered.
  @discardableResult
  public final func register(
    feature: Feature<State, Environment>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreRegistration {
    let id = feature.registrationID
    let registration = StoreRegistration.nextNumber()
    let result = StoreRegistration(registration, in: core)
    let position = "\(fileID):\(line)"
    if let first = core.claim(id, at: position, registration) {
      core.report(.featureIDTaken(feature.id, by: first, at: position))
      return result
    }
    for diagnostic in feature.diagnostics { core.report(diagnostic) }
    // Registered by an id that no reducer has, and named by its own where its reducers have none.
    let reducer = Reducer.combine(id: id, .combine(id: feature.id, feature.reducers))
    core.register(reducer.handlers, name: reducer.name, registration: registration)
    for registrable in feature.registrables {
      registrable.register(in: core, at: .state(\.self), registration)
    }
    for make in feature.middleware { add(make(environment), registration) }
    for effects in feature.effects where !effects.isEmpty {
      _ = core.scheduler.register(
        effects,
        id: id,
        registration: registration,
        environment: environment,
        replacing: false
      )
    }
    for (name, feedback) in feature.feedbacks {
      _ = core.scheduler.register(
        feedback,
        id: id,
        registration: registration,
        name: name,
        environment: environment,
        replacing: false,
        in: core
      )
    }
    return result
  }

  /// Unregisters a feature, by its id.
  ///
  /// First removes effects and feedbacks and cancels their runs, then middleware and interceptors,
  /// and finally reducers. The state is unchanged.
  public final func unregister<Part, Local>(feature: Feature<Part, Local>) {
    let id = feature.registrationID
    if let registration = core.claimant(of: id) { core.unregister(registration: registration) }
  }

  private func add(_ middleware: some Middleware<State>, _ registration: Int) {
    let entry = MiddlewareEntry(middleware, registration: registration, core: core)
    core.register("register(feature:)", entry)
  }
}

extension Feature {
  /// The id under which its parts are registered in a store.
  var registrationID: String { "feature \(id)" }
}
