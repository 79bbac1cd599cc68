/// A handler for one type of action, several types, or the actions made from templates.
///
/// ```swift
/// ReduceOn(Increment.self) { state, action in state.counter += action.by }
/// ```
///
/// A class also matches its subclasses. All handlers of the same action run, in order.
public struct ReduceOn<State: Sendable>: Sendable {
  @usableFromInline let handler: Handler

  /// - Parameter handler: A handler of this state.
  @usableFromInline
  init(_ handler: Handler) {
    self.handler = handler
  }

  /// Handles one type of action; the closure receives it typed.
  @inlinable
  public init<A: Action>(
    _ type: A.Type,
    _ reduce: @escaping @Sendable (inout State, A) -> Void
  ) {
    self.init(Handler(reduce))
  }

  /// Handles several types of actions in one closure, which receives `any Action`.
  public init(
    _ first: any Action.Type,
    _ second: any Action.Type,
    _ more: any Action.Type...,
    reduce: @escaping @Sendable (inout State, any Action) -> Void
  ) {
    self.init([first, second] + more, requestsFollowUps: false) { state, action, _ in
      reduce(&state, action)
    }
  }

  /// Handles the actions made from templates with the same type of payload.
  public init<Payload: Sendable>(
    _ first: ActionTemplate<Payload>,
    _ more: ActionTemplate<Payload>...,
    reduce: @escaping @Sendable (inout State, AnonymousAction<Payload>) -> Void
  ) {
    handler = Handler(ids: Set([first.id] + more.map(\.id))) {
      (state: inout State, action: AnonymousAction<Payload>, _) in
      reduce(&state, action)
    }
  }

  // MARK: - Follow-ups

  /// Handles one type of action, and requests work in addition to changing the state.
  ///
  /// The work is executed in the order of the array, after the commit has been delivered to all
  /// observers: synchronous follow-ups during delivery, asynchronous ones in a task each.
  @_disfavoredOverload
  public init<A: Action>(
    _ type: A.Type,
    _ reduce: @escaping @Sendable (inout State, A) -> [FollowUp]
  ) {
    handler = Handler(requestsFollowUps: true) { (state, action: A, output) in
      output.ask(for: reduce(&state, action))
    }
  }

  /// Handles several types of actions, and requests work in addition to changing the state.
  @_disfavoredOverload
  public init(
    _ first: any Action.Type,
    _ second: any Action.Type,
    _ more: any Action.Type...,
    reduce: @escaping @Sendable (inout State, any Action) -> [FollowUp]
  ) {
    self.init([first, second] + more, requestsFollowUps: true) { state, action, output in
      output.ask(for: reduce(&state, action))
    }
  }

  /// Handles the actions made from templates, and requests work in addition to changing the state.
  @_disfavoredOverload
  public init<Payload: Sendable>(
    _ first: ActionTemplate<Payload>,
    _ more: ActionTemplate<Payload>...,
    reduce: @escaping @Sendable (inout State, AnonymousAction<Payload>) -> [FollowUp]
  ) {
    handler = Handler(ids: Set([first.id] + more.map(\.id)), requestsFollowUps: true) {
      state,
      action,
      output in
      output.ask(for: reduce(&state, action))
    }
  }

  private init(
    _ types: [any Action.Type],
    requestsFollowUps: Bool,
    _ reduce: @escaping @Sendable (inout State, any Action, inout ReducerOutput) -> Void
  ) {
    handler = Handler(
      matching: { type in types.contains { isSameOrInherits(type, from: $0) } },
      requestsFollowUps: requestsFollowUps,
      reduce
    )
  }
}
