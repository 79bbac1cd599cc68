extension Store {
  /// Observes a selector on this store.
  @inlinable
  @_disfavoredOverload
  public final func select<Value>(_ selector: any StateSelector<State, Value>) -> Selection<Value> {
    engine.select(selector)
  }

  /// Observes a part of the state.
  @inlinable
  public final func select<Value: Sendable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    engine.select(Selector(keyPath: keyPath))
  }

  /// Observes a part of the state that can be compared: no value is told twice.
  @inlinable
  public final func select<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    engine.select(Selector(keyPath: keyPath))
  }

  /// A selector's value now.
  @inlinable
  public final func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value {
    engine.value(of: selector)
  }

  /// The value of a part of the state now.
  @inlinable
  public final func selectCurrent<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    engine.snapshot("selectCurrent").value[keyPath: keyPath]
  }
}
