extension Store {
  /// Observes a selector on this store.
  public final func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    core.select(selector)
  }

  /// Observes a part of the state.
  public final func select<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable
  ) -> Selection<Value> {
    core.select(Selector(keyPath: keyPath))
  }

  /// Observes a part of the state that can be compared: no value is told twice.
  public final func select<Value: Sendable & Equatable>(
    _ keyPath: any KeyPath<State, Value> & Sendable
  ) -> Selection<Value> {
    core.select(Selector(keyPath: keyPath))
  }

  /// A selector's value now.
  public final func selectCurrent<Value>(_ selector: Selector<State, Value>) -> Value {
    core.value(of: selector)
  }

  /// The value of a part of the state now.
  public final func selectCurrent<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    core.snapshot("selectCurrent").value[keyPath: keyPath]
  }
}
