public import SluiceCore

// What is written instead of a verb or a pattern, so that the compiler says how.
//
// Any answer fits the first two, so that they are chosen only where nothing else does, and a mistake in a
// closure is still named where it is.

extension Effect {
  /// Unavailable: what the closure returns is no action.
  @available(
    *,
    unavailable,
    message:
      "The closure returns an action or none. For other answers, use a verb: Effect.on(A.self).run { … } answers nothing, .answers { … } several."
  )
  @_disfavoredOverload
  public static func on<A: Action, Answer>(
    _ type: A.Type,
    _ answer: @escaping @Sendable (A, Environment) async throws -> Answer
  ) -> ActionEffect<Environment, A> {
    fatalError("There is no effect.")
  }

  /// Unavailable: a closure with a context has a verb.
  @available(
    *,
    unavailable,
    message:
      "A closure with a context answers by context.send: Effect.on(A.self).run { action, environment, context in … }."
  )
  @_disfavoredOverload
  public static func on<A: Action, Answer>(
    _ type: A.Type,
    _ run: @escaping @Sendable (A, Environment, RunContext<Void>) async throws -> Answer
  ) -> ActionEffect<Environment, A> {
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
