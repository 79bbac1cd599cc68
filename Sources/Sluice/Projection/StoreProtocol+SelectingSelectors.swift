// One overload for each number of inputs, as for `Selector.with`. Disfavored, like every `select`
// of selectors, so that the type checker decides early for key paths, before trying all meanings
// of the closures that follow.

extension StoreProtocol {
  /// Observes two selectors as one, with a value for each commit that changed any.
  ///
  /// ```swift
  /// let token = store.select(todos, filter).sink { todos, filter in show(todos, filter) }
  /// ```
  ///
  /// A selector whose values are not equatable counts as changed with each commit that a reducer
  /// handled.
  @_disfavoredOverload
  public func select<First, Second>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>
  ) -> Selection<(First, Second)> {
    selectTogether(first, second)
  }

  /// Observes three selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>
  ) -> Selection<(First, Second, Third)> {
    selectTogether(first, second, third)
  }

  /// Observes four selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third, Fourth>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>,
    _ fourth: any StateSelector<State, Fourth>
  ) -> Selection<(First, Second, Third, Fourth)> {
    selectTogether(first, second, third, fourth)
  }

  /// Observes five selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third, Fourth, Fifth>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>,
    _ fourth: any StateSelector<State, Fourth>,
    _ fifth: any StateSelector<State, Fifth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth)> {
    selectTogether(first, second, third, fourth, fifth)
  }

  /// Observes six selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third, Fourth, Fifth, Sixth>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>,
    _ fourth: any StateSelector<State, Fourth>,
    _ fifth: any StateSelector<State, Fifth>,
    _ sixth: any StateSelector<State, Sixth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth)> {
    selectTogether(first, second, third, fourth, fifth, sixth)
  }

  /// Observes seven selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>,
    _ fourth: any StateSelector<State, Fourth>,
    _ fifth: any StateSelector<State, Fifth>,
    _ sixth: any StateSelector<State, Sixth>,
    _ seventh: any StateSelector<State, Seventh>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, Seventh)> {
    selectTogether(first, second, third, fourth, fifth, sixth, seventh)
  }

  /// Observes eight selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>,
    _ fourth: any StateSelector<State, Fourth>,
    _ fifth: any StateSelector<State, Fifth>,
    _ sixth: any StateSelector<State, Sixth>,
    _ seventh: any StateSelector<State, Seventh>,
    _ eighth: any StateSelector<State, Eighth>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth)> {
    selectTogether(first, second, third, fourth, fifth, sixth, seventh, eighth)
  }
}
