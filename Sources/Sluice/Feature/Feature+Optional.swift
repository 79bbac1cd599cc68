extension Feature {
  /// Returns this feature for a part of the state that may be absent.
  ///
  /// While it is absent, actions change nothing, middleware is bypassed, and no runs start; the commit
  /// that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable>(
    state keyPath: any WritableKeyPath<Whole, State?> & Sendable
  ) -> Feature<Whole, Environment> {
    lifted(
      PartPlace<Whole, Int, State>(get: { $0[keyPath: keyPath] }, id: { _ in 0 }),
      by: .optionalPart()
    ) { $0.lift(state: keyPath) }
  }

  /// Returns this feature for a part of the state that may be absent, and that another one, with
  /// another id, may replace.
  ///
  /// While it is absent, actions change nothing, middleware is bypassed, and no runs start; the commit
  /// that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable>(
    state keyPath: any WritableKeyPath<Whole, State?> & Sendable
  ) -> Feature<Whole, Environment> where State: Identifiable, State.ID: Sendable {
    lifted(
      PartPlace<Whole, State.ID, State>(get: { $0[keyPath: keyPath] }, id: { $0.id }),
      by: .optionalPart()
    ) { $0.lift(state: keyPath) }
  }
}
