// What is written instead of a pattern, so that the compiler says how.

extension Effect {
  /// Unavailable: a pattern has the label `matching:`.
  @available(
    *,
    unavailable,
    message: "Name a pattern with its label: Effect.on(matching: template)."
  )
  @_disfavoredOverload
  public static func on<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    _ run: @escaping @Sendable (AnonymousAction<Payload>, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    fatalError("There is no effect.")
  }

  /// Unavailable: several types are a pattern.
  @available(
    *,
    unavailable,
    message: "Several types are a pattern: Effect.on(matching: .any(of: A.self, B.self))."
  )
  @_disfavoredOverload
  public static func on(
    _ first: any Action.Type,
    _ second: any Action.Type,
    _ more: any Action.Type...,
    run: @escaping @Sendable (any Action, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, any Action> {
    fatalError("There is no effect.")
  }

  /// Unavailable: a case is a pattern.
  @available(
    *,
    unavailable,
    message: "A case is a pattern: Effect.on(matching: ActionCase(\\AppAction.search))."
  )
  @_disfavoredOverload
  public static func on<Whole: Action, Payload: Sendable>(
    case keyPath: any KeyPath<Whole, Payload?> & Sendable,
    _ run: @escaping @Sendable (Payload, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, Payload> {
    fatalError("There is no effect.")
  }
}
