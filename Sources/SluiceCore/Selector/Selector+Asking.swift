extension Selector {
  /// Returns the selector's value for a state, without a store.
  ///
  /// For tests of a selector in isolation: runs all its projectors each time.
  public func value(in state: State) -> Value {
    // A separate home: its memos are freed with it.
    let home = SelectorHome()
    defer { home.closeMemory() }
    return cell(in: home).value(StateBox(holding: state), 1)
  }
  /// Unavailable, because a selector's type doesn't include its projector's inputs.
  ///
  /// Use ``value(in:)``, which runs the projector on a state.
  @available(*, unavailable, message: "To run the projector on a state, use value(in:).")
  public var projector: (State) -> Value { value(in:) }
}
