#if canImport(Combine)
  public import Combine
  public import Sluice

  /// A store subscribes to publishers of actions: `actions.subscribe(store)`.
  ///
  /// The publisher retains the store until it finishes. To end it earlier, or not to retain the
  /// store, use `actions.dispatch(on: store)`.
  extension Store: Subscriber {
    /// The type of action that a store receives: any.
    public typealias Input = any Action
    /// A store can't receive a publisher's error.
    public typealias Failure = Never

    /// Requests all actions.
    public final func receive(subscription: any Subscription) {
      subscription.request(.unlimited)
    }

    /// Dispatches an action.
    public final func receive(_ input: any Action) -> Subscribers.Demand {
      dispatch(action: input)
      return .none
    }

    /// Does nothing; the store continues.
    public final func receive(completion: Subscribers.Completion<Never>) {}
  }
#endif
