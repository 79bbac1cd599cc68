extension StoreProtocol {
  /// Returns a selected value for code on the main actor to observe.
  ///
  /// Each call creates a new object; retain it for as long as you observe it.
  public func observed<Value>(_ selector: any StateSelector<State, Value>) -> ObservedSelection<
    Value
  > {
    ObservedSelection(select(selector))
  }

  /// Returns an equatable part of the state for code on the main actor to observe.
  public func observed<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> ObservedSelection<Value> {
    observed(Selector(keyPath: keyPath))
  }

  /// Returns a selected value to observe and to write to.
  ///
  /// The origin of each dispatched action names the caller's file, line and function.
  ///
  /// - Parameters:
  ///   - selector: The selector to read.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - function: The caller's function.
  ///   - action: Returns the action to dispatch for a new value; `nil` for none.
  public func observed<Value>(
    _ selector: any StateSelector<State, Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    send action: @escaping @MainActor (Value) -> ActionType?
  ) -> EditableSelection<Value> {
    EditableSelection(select(selector)) { value in
      guard let action = action(value) else { return }
      dispatch(action: action, note: nil, fileID: fileID, line: line, function: function)
    }
  }

  /// Returns an equatable part of the state to observe and to write to, with an action for each new
  /// value.
  public func observed<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function,
    send action: @escaping @MainActor (Value) -> ActionType?
  ) -> EditableSelection<Value> {
    observed(
      Selector(keyPath: keyPath),
      fileID: fileID,
      line: line,
      function: function,
      send: action
    )
  }
}
