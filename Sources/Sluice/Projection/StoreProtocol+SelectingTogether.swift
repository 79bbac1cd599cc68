extension StoreProtocol {
  /// Observes nine or more selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
    Ninth,
    each Other
  >(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>,
    _ eighth: Selector<State, Eighth>,
    _ ninth: Selector<State, Ninth>,
    _ other: repeat Selector<State, each Other>
  ) -> Selection<
    (First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth, Ninth, repeat each Other)
  > {
    selectTogether(
      first,
      second,
      third,
      fourth,
      fifth,
      sixth,
      seventh,
      eighth,
      ninth,
      repeat each other
    )
  }

  /// Observes any number of selectors as one.
  ///
  /// A selector whose values are not equatable counts as changed with each commit that a reducer
  /// handled.
  func selectTogether<each Value: Sendable>(
    _ selector: repeat Selector<State, each Value>
  ) -> Selection<(repeat each Value)> {
    let areEqual = (repeat (each selector).areEqual)
    let together = Selector<State, (repeat each Value)>.combining(
      repeat each selector,
      at: SelectorPlace("select", #fileID, #line),
      { old, new in
        for (areEqual, old, new) in repeat (each areEqual, each old, each new) {
          guard let areEqual, areEqual(old, new) else { return false }
        }
        return true
      },
      { (value: repeat each Value) in (repeat each value) }
    )
    return select(together)
  }
}
