extension ReduceOn {
  /// Handles one type of action, and asks for work beside the change of the state.
  ///
  /// The work is done in the order of the array, after the commit has been delivered to all who
  /// watch: synchronous follow-ups in the delivery, asynchronous ones in a task each.
  @_disfavoredOverload
  public init<A: Action>(
    _ type: A.Type,
    _ reduce: @escaping @Sendable (inout State, A) -> [FollowUp]
  ) {
    handler = FollowUpHandler(reduce)
  }
}

/// Takes one type of action, and notes which work it asks for.
///
/// The closure that a store calls is made for that store, with a place of its own for follow-ups:
/// handlers that ask for none are called as ever.
final class FollowUpHandler<State: Sendable, Taken: Action>: Handler<State>, @unchecked Sendable {
  // `@unchecked`: as the superclass; there is no `var`.
  private let reduce: @Sendable (inout State, Taken) -> [FollowUp]
  /// Without a place for follow-ups, they are dropped.
  private let plain: TypedHandler<State, Taken>

  init(_ reduce: @escaping @Sendable (inout State, Taken) -> [FollowUp]) {
    self.reduce = reduce
    plain = TypedHandler { state, action in _ = reduce(&state, action) }
  }

  override var exactType: ObjectIdentifier? { plain.exactType }
  override var asksForFollowUps: Bool { true }

  override func body<A: Action>(for type: A.Type) -> HandlerBody<State>? {
    plain.body(for: type)
  }

  override func erasedBody(
    for type: any Action.Type
  ) -> (@Sendable (inout State, any Action) -> Void)? {
    plain.erasedBody(for: type)
  }

  override func bound(to followUps: FollowUpBox) -> Handler<State> {
    followUps.willBeUsed()
    return TypedHandler<State, Taken> { [reduce] state, action in
      followUps.add(reduce(&state, action))
    }
  }
}
