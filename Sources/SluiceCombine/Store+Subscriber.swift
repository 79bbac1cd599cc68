#if canImport(Combine)
  public import Combine
  public import Sluice

  /// A store subscribes to publishers of actions: `actions.subscribe(store)`.
  ///
  /// The publisher holds the store until it finishes. To end it earlier, or not to hold the store, use
  /// `actions.dispatch(on: store)`.
  extension Store: Subscriber {
    /// Every action.
    public typealias Input = any Action
    /// A store has no place for a publisher's error.
    public typealias Failure = Never

    /// Asks for all actions.
    public final func receive(subscription: any Subscription) {
      subscription.request(.unlimited)
    }

    /// Dispatches an action.
    public final func receive(_ input: any Action) -> Subscribers.Demand {
      dispatch(action: input)
      return .none
    }

    /// Does nothing: the store goes on.
    public final func receive(completion: Subscribers.Completion<Never>) {}
  }
#endif
