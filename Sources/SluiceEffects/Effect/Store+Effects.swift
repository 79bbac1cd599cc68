public import SluiceCore
import SluiceLocks

extension Store {
  /// Registers the effects of an ``Effects`` type under its id.
  ///
  /// Replaces effects already registered under that id: cancels their runs and drops what they
  /// still dispatch. That is reported to ``onDiagnostic``, as are a type without effects, and a `lazy`
  /// effect that has not been read, which is not registered.
  @discardableResult
  public final func register<E: Effects>(
    effects: E
  ) -> StoreRegistration where E.Environment == Environment {
    for diagnostic in effects.diagnostics { core.report(diagnostic) }
    if core.scheduler.hasEffects(id: E.id) { core.report(.replacedEffects(of: E.name)) }
    return core.scheduler.register(effects.namedEffects, id: E.id, environment: environment)
  }

  /// Registers effects under an id, replacing those registered under it; without an id, under a
  /// unique one.
  @discardableResult
  public final func register(
    effects: [Effect<Environment>],
    id: String? = nil
  ) -> StoreRegistration {
    let id = id ?? "effects#\(UniqueNumbers.effects.next())"
    let named = effects.enumerated().map { index, effect in
      (name: effects.count == 1 ? id : "\(id).\(index + 1)", effect: effect)
    }
    return core.scheduler.register(named, id: id, environment: environment)
  }

  /// Registers one effect under an id, replacing what is registered under it; without an id, under
  /// a unique one.
  @discardableResult
  public final func register(effect: Effect<Environment>, id: String? = nil) -> StoreRegistration {
    register(effects: [effect], id: id ?? "effect#\(UniqueNumbers.effects.next())")
  }

  /// Removes the effects of an ``Effects`` type, cancels their runs and drops what they still
  /// dispatch.
  public final func unregisterEffects<E: Effects>(ofType type: E.Type) {
    unregisterEffects(withID: type.id)
  }

  /// Removes the effects registered under an id.
  public final func unregisterEffects(withID id: String) {
    core.scheduler.unregisterEffects(id: id)
  }
}
