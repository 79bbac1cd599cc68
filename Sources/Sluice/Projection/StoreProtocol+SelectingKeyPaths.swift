// One overload for each number of inputs, as for `Selector.with`.

extension StoreProtocol {
  /// Observes two parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>
  ) -> Selection<(First, Second)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second)
    )
  }

  /// Observes three parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second, Third>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>,
    _ third: any StateKeyPath<State, Third>
  ) -> Selection<(First, Second, Third)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second),
      Selector(keyPath: third)
    )
  }

  /// Observes four parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second, Third, Fourth>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>,
    _ third: any StateKeyPath<State, Third>,
    _ fourth: any StateKeyPath<State, Fourth>
  ) -> Selection<(First, Second, Third, Fourth)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable,
    Fourth: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second),
      Selector(keyPath: third),
      Selector(keyPath: fourth)
    )
  }

  /// Observes five parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second, Third, Fourth, Fifth>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>,
    _ third: any StateKeyPath<State, Third>,
    _ fourth: any StateKeyPath<State, Fourth>,
    _ fifth: any StateKeyPath<State, Fifth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable,
    Fourth: Equatable & Sendable,
    Fifth: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second),
      Selector(keyPath: third),
      Selector(keyPath: fourth),
      Selector(keyPath: fifth)
    )
  }

  /// Observes six parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second, Third, Fourth, Fifth, Sixth>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>,
    _ third: any StateKeyPath<State, Third>,
    _ fourth: any StateKeyPath<State, Fourth>,
    _ fifth: any StateKeyPath<State, Fifth>,
    _ sixth: any StateKeyPath<State, Sixth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable,
    Fourth: Equatable & Sendable,
    Fifth: Equatable & Sendable,
    Sixth: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second),
      Selector(keyPath: third),
      Selector(keyPath: fourth),
      Selector(keyPath: fifth),
      Selector(keyPath: sixth)
    )
  }

  /// Observes seven parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>,
    _ third: any StateKeyPath<State, Third>,
    _ fourth: any StateKeyPath<State, Fourth>,
    _ fifth: any StateKeyPath<State, Fifth>,
    _ sixth: any StateKeyPath<State, Sixth>,
    _ seventh: any StateKeyPath<State, Seventh>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, Seventh)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable,
    Fourth: Equatable & Sendable,
    Fifth: Equatable & Sendable,
    Sixth: Equatable & Sendable,
    Seventh: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second),
      Selector(keyPath: third),
      Selector(keyPath: fourth),
      Selector(keyPath: fifth),
      Selector(keyPath: sixth),
      Selector(keyPath: seventh)
    )
  }

  /// Observes eight parts of the state as one, with a value for each commit that changed any.
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth>(
    _ first: any StateKeyPath<State, First>,
    _ second: any StateKeyPath<State, Second>,
    _ third: any StateKeyPath<State, Third>,
    _ fourth: any StateKeyPath<State, Fourth>,
    _ fifth: any StateKeyPath<State, Fifth>,
    _ sixth: any StateKeyPath<State, Sixth>,
    _ seventh: any StateKeyPath<State, Seventh>,
    _ eighth: any StateKeyPath<State, Eighth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable,
    Fourth: Equatable & Sendable,
    Fifth: Equatable & Sendable,
    Sixth: Equatable & Sendable,
    Seventh: Equatable & Sendable,
    Eighth: Equatable & Sendable
  {
    selectTogether(
      Selector(keyPath: first),
      Selector(keyPath: second),
      Selector(keyPath: third),
      Selector(keyPath: fourth),
      Selector(keyPath: fifth),
      Selector(keyPath: sixth),
      Selector(keyPath: seventh),
      Selector(keyPath: eighth)
    )
  }
}
