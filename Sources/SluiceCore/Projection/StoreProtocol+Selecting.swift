extension StoreProtocol {
  /// Observes a selector.
  @inlinable
  @_disfavoredOverload
  public func select<Value>(_ selector: any StateSelector<State, Value>) -> Selection<Value> {
    _selection(of: selector)
  }

  /// Observes an equatable part of the state, without repeats.
  @inlinable
  public func select<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    _selection(of: Selector(keyPath: keyPath))
  }

  /// Unavailable: it has to be said how values without `==` are compared.
  @available(
    *,
    unavailable,
    message: """
      Make the value Equatable, or say how it is compared: \
      select(Selector(keyPath: …, comparing: .by { $0.id == $1.id })).
      """
  )
  public func select<Value: Sendable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    fatalError("It isn't known how the values are compared.")
  }

  /// Observes a function's result for the state, without repeats.
  ///
  /// ```swift
  /// let token = store.select { $0.todos.count { !$0.isDone } }.sink { print("\($0) to do") }
  /// ```
  ///
  /// The function runs once for each state and subscriber; several places better share a
  /// ``Selector``. `name` is for ``Store/checksProjectors``.
  public func select<Value: Sendable & Equatable>(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) -> Selection<Value> {
    _selection(of: Selector(name: name, fileID: fileID, line: line, projector: projector))
  }
}

// Several at once. One function over a pack would do, but Swift 6.3 gives up without a message where
// a closure prints a member of one of its values, as in `sink { print($0, $1.count) }`; so two to
// five stand by themselves.

extension StoreProtocol {
  /// Observes two selectors as one, with a value for each commit that changed any.
  ///
  /// ```swift
  /// let token = store.select(todos, filter).sink { todos, filter in show(todos, filter) }
  /// ```
  ///
  /// Values are compared one by one, each by its selector's ``Comparison``.
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

  /// Observes six or more selectors as one, with a value for each commit that changed any.
  @_disfavoredOverload
  public func select<First, Second, Third, Fourth, Fifth, Sixth, each Other>(
    _ first: any StateSelector<State, First>,
    _ second: any StateSelector<State, Second>,
    _ third: any StateSelector<State, Third>,
    _ fourth: any StateSelector<State, Fourth>,
    _ fifth: any StateSelector<State, Fifth>,
    _ sixth: any StateSelector<State, Sixth>,
    _ other: repeat Selector<State, each Other>
  ) -> Selection<(First, Second, Third, Fourth, Fifth, Sixth, repeat each Other)> {
    selectTogether(first, second, third, fourth, fifth, sixth, repeat each other)
  }

  private func selectTogether<each Value: Sendable>(
    _ selector: repeat Selector<State, each Value>
  ) -> Selection<(repeat each Value)> {
    let comparison = (repeat (each selector).comparison)
    let together = Selector<State, (repeat each Value)>.with(
      repeat each selector,
      comparing: .by { old, new in
        for (comparison, old, new) in repeat (each comparison, each old, each new) {
          guard comparison.isRepeat(old, new) else { return false }
        }
        return true
      },
      name: "select",
      projector: { (value: repeat each Value) in (repeat each value) }
    )
    return _selection(of: together)
  }
}
