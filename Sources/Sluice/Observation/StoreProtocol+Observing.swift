extension StoreProtocol {
  /// A selected value for the main actor's code to observe.
  ///
  /// Each call makes an object of its own; keep it for as long as it is to be observed.
  public func observed<Value>(_ selector: any StateSelector<State, Value>) -> ObservedSelection<
    Value
  > {
    ObservedSelection(select(selector))
  }

  /// A part of the state for the main actor's code to observe.
  public func observed<Value: Sendable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> ObservedSelection<Value> {
    observed(Selector(keyPath: keyPath))
  }

  /// A part of the state, which can be compared, for the main actor's code to observe.
  public func observed<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> ObservedSelection<Value> {
    observed(Selector(keyPath: keyPath))
  }

  /// A selected value to observe and to write to.
  ///
  /// The origin of what is dispatched names the caller's file, line and function.
  ///
  /// - Parameters:
  ///   - selector: What is read.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - function: The caller's function.
  ///   - action: What is dispatched for a new value; `nil` for nothing.
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

  /// A part of the state to observe and to write to, by an action for each new value.
  public func observed<Value: Sendable>(
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

  /// A part of the state, which can be compared, to observe and to write to, by an action for each
  /// new value.
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
