extension Store {
  /// Returns a selector, observed on this store; the requirement behind `select`.
  @inlinable
  public final func _selection<Value>(of selector: Selector<State, Value>) -> Selection<Value> {
    core.select(selector)
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
