/// A handler for one type of action, several types, or the actions made from templates.
///
/// ```swift
/// ReduceOn(Increment.self) { state, action in state.counter += action.by }
/// ```
///
/// A class takes its subclasses too. Handlers that take the same action all run, in order.
public struct ReduceOn<State: Sendable>: Sendable {
  let handler: Handler<State>

  @usableFromInline
  init(_ handler: Handler<State>) {
    self.handler = handler
  }

  /// Handles one type of action; the closure gets it typed.
  @inlinable
  public init<A: Action>(
    _ type: A.Type,
    _ reduce: @escaping @Sendable (inout State, A) -> Void
  ) {
    self.init(TypedHandler<State, A>(HandlerBody(reduce)))
  }

  /// Handles several types of actions in one closure, which gets `any Action`.
  public init(
    _ first: any Action.Type,
    _ second: any Action.Type,
    _ more: any Action.Type...,
    reduce: @escaping @Sendable (inout State, any Action) -> Void
  ) {
    handler = ErasedHandler(types: [first, second] + more, reduce: reduce)
  }

  /// Handles the actions made from templates with the same type of payload.
  public init<Payload: Sendable>(
    _ first: ActionTemplate<Payload>,
    _ more: ActionTemplate<Payload>...,
    reduce: @escaping @Sendable (inout State, AnonymousAction<Payload>) -> Void
  ) {
    handler = TemplateHandler(ids: Set([first.id] + more.map(\.id)), reduce)
  }
}
