extension StoreProtocol {
  /// Observes several selectors as one: told once for each commit that changed any of them.
  ///
  /// ```swift
  /// store.select(todos, filter).sink { todos, filter in show(todos, filter) }
  /// ```
  ///
  /// Told after each commit that a reducer handled if one of the values cannot be compared.
  public func select<each Value: Sendable>(
    _ selector: repeat Selector<State, each Value>
  ) -> Selection<(repeat each Value)> {
    let areEqual = (repeat (each selector).areEqual)
    let together = Selector<State, (repeat each Value)>.combining(
      repeat each selector,
      place: SelectorPlace("select", #fileID, #line),
      projector: { (value: repeat each Value) in (repeat each value) },
      areEqual: { old, new in
        for (areEqual, old, new) in repeat (each areEqual, each old, each new) {
          guard let areEqual, areEqual(old, new) else { return false }
        }
        return true
      }
    )
    return select(together)
  }

  /// Observes several parts of the state, which can be compared, as one: told once for each commit
  /// that changed any of them.
  public func select<First, Second, each Other>(
    _ first: any KeyPath<State, First> & Sendable,
    _ second: any KeyPath<State, Second> & Sendable,
    _ other: repeat any KeyPath<State, each Other> & Sendable
  ) -> Selection<(First, Second, repeat each Other)>
  where
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    repeat each Other: Equatable & Sendable
  {
    select(
      Selector(keyPath: first),
      Selector(keyPath: second),
      repeat Selector(keyPath: each other)
    )
  }
}
