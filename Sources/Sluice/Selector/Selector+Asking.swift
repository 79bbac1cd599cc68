extension Selector {
  /// What the selector makes of a state, without a store.
  ///
  /// For tests of a selector alone: it runs all its projectors each time.
  public func value(in state: State) -> Value {
    // A home of its own: what is remembered for it goes with it.
    let home = SelectorHome()
    defer { home.closeMemory() }
    return cell(in: home).value(StateBox(holding: state), 1)
  }
  /// Unavailable, as a selector's type does not say what its projector takes.
  ///
  /// Use ``value(in:)``, which runs the projector on a state.
  @available(*, unavailable, message: "To run the projector on a state, use value(in:).")
  public var projector: (State) -> Value { value(in:) }
}
