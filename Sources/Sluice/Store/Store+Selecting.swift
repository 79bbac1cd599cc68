extension Store {
  /// Observes a selector on this store.
  @inlinable
  @_disfavoredOverload
  public final func select<Value>(_ selector: any StateSelector<State, Value>) -> Selection<Value> {
    core.select(selector)
  }

  /// Observes a part of the state.
  @inlinable
  public final func select<Value: Sendable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    core.select(Selector(keyPath: keyPath))
  }

  /// Observes an equatable part of the state, without repeats.
  @inlinable
  public final func select<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    core.select(Selector(keyPath: keyPath))
  }

  /// Returns a selector's current value.
  @inlinable
  public final func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value {
    core.value(of: selector)
  }

  /// Returns the current value of a part of the state.
  @inlinable
  public final func selectCurrent<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    // Unwrapped first: `nil` can also be cast to an optional value.
    if let overridden = core.overridden(keyPath), let value = overridden as? Value {
      return value
    }
    return core.snapshot("selectCurrent").value[keyPath: keyPath]
  }
}
