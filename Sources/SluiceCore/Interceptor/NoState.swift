/// Stands for a state whose type isn't named, so that the compiler says where to name it.
///
/// That of a ``RunContext`` in an effect without ``Trigger/seeing(_:retaining:)``, and the state of an ``Interceptor`` without
/// ``Interceptor/committed(_:)``. It has no parts: each use of one is an error.
@dynamicMemberLookup
public struct NoState: Sendable {
  package init() {}

  // The first is for a part of a part, or of a variable; the second for a place that has a type.

  /// Unavailable: the effect has to name its state.
  @available(
    *,
    unavailable,
    message:
      "To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }."
  )
  public subscript(dynamicMember name: String) -> NoState { self }

  /// Unavailable: the effect has to name its state.
  @available(
    *,
    unavailable,
    message:
      "To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }."
  )
  @_disfavoredOverload
  public subscript<Value>(dynamicMember name: String) -> Value { fatalError("There is no state.") }
}
