// One overload for each number of inputs, as of `Selector.with`.

extension StoreProtocol {
  /// Observes two parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable
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

  /// Observes three parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second, Third>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ third: any KeyPath<State, Third> & Sendable
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

  /// Observes four parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second, Third, Fourth>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ third: any KeyPath<State, Third> & Sendable,
    _ fourth: any KeyPath<State, Fourth> & Sendable
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

  /// Observes five parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second, Third, Fourth, Fifth>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ third: any KeyPath<State, Third> & Sendable,
    _ fourth: any KeyPath<State, Fourth> & Sendable,
    _ fifth: any KeyPath<State, Fifth> & Sendable
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

  /// Observes six parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second, Third, Fourth, Fifth, Sixth>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ third: any KeyPath<State, Third> & Sendable,
    _ fourth: any KeyPath<State, Fourth> & Sendable,
    _ fifth: any KeyPath<State, Fifth> & Sendable,
    _ sixth: any KeyPath<State, Sixth> & Sendable
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

  /// Observes seven parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ third: any KeyPath<State, Third> & Sendable,
    _ fourth: any KeyPath<State, Fourth> & Sendable,
    _ fifth: any KeyPath<State, Fifth> & Sendable,
    _ sixth: any KeyPath<State, Sixth> & Sendable,
    _ seventh: any KeyPath<State, Seventh> & Sendable
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

  /// Observes eight parts of the state as one: a value for each commit that changed any of them.
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ third: any KeyPath<State, Third> & Sendable,
    _ fourth: any KeyPath<State, Fourth> & Sendable,
    _ fifth: any KeyPath<State, Fifth> & Sendable,
    _ sixth: any KeyPath<State, Sixth> & Sendable,
    _ seventh: any KeyPath<State, Seventh> & Sendable,
    _ eighth: any KeyPath<State, Eighth> & Sendable
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
