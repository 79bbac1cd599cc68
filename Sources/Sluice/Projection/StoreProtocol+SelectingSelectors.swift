// One overload for each number of inputs, as of `Selector.with`.

extension StoreProtocol {
  /// Observes two selectors as one: a value for each commit that changed any of theirs.
  ///
  /// ```swift
  /// let token = store.select(todos, filter).sink { todos, filter in show(todos, filter) }
  /// ```
  ///
  /// A selector whose values cannot be compared counts as changed with each commit that a reducer
  /// handled.
  public func select<First, Second>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>
  ) -> Selection<(First, Second)> {
    selectTogether(first, second)
  }

  /// Observes three selectors as one: a value for each commit that changed any of theirs.
  public func select<First, Second, Third>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>
  ) -> Selection<(First, Second, Third)> {
    selectTogether(first, second, third)
  }

  /// Observes four selectors as one: a value for each commit that changed any of theirs.
  public func select<First, Second, Third, Fourth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>
  ) -> Selection<(First, Second, Third, Fourth)> {
    selectTogether(first, second, third, fourth)
  }

  /// Observes five selectors as one: a value for each commit that changed any of theirs.
  public func select<First, Second, Third, Fourth, Fifth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth)> {
    selectTogether(first, second, third, fourth, fifth)
  }

  /// Observes six selectors as one: a value for each commit that changed any of theirs.
  public func select<First, Second, Third, Fourth, Fifth, Sixth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth)> {
    selectTogether(first, second, third, fourth, fifth, sixth)
  }

  /// Observes seven selectors as one: a value for each commit that changed any of theirs.
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, Seventh)> {
    selectTogether(first, second, third, fourth, fifth, sixth, seventh)
  }

  /// Observes eight selectors as one: a value for each commit that changed any of theirs.
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>,
    _ eighth: Selector<State, Eighth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth)> {
    selectTogether(first, second, third, fourth, fifth, sixth, seventh, eighth)
  }
}
