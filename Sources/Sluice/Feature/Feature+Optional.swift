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

  /// Returns this feature for a part of the state without a key path that may be absent, such as the
  /// value of an enum's case.
  ///
  /// ```swift
  /// store.register(
  ///   feature: editor.lift(
  ///     get: { (screen: Screen) in if case .editor(let editor) = screen { editor } else { nil } },
  ///     set: { screen, editor in screen = .editor(editor) }
  ///   ),
  ///   state: \.screen
  /// )
  /// ```
  ///
  /// While it is absent, actions change nothing, middleware is bypassed, and no runs start; the commit
  /// that makes it absent cancels those under way.
  /// - Parameters:
  ///   - get: Returns the part; `nil` if there is none, and then nothing changes. Must be pure: it is
  ///     also called while the store reduces.
  ///   - set: Stores the changed part.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?,
    set: @escaping @Sendable (inout Whole, State) -> Void
  ) -> Feature<Whole, Environment> {
    lifted(PartPlace<Whole, Int, State>(get: get, id: { _ in 0 }), by: .optionalPart()) {
      $0.lift(get: get, set: set)
    }
  }

  /// Returns this feature for a part of the state without a key path that may be absent, and that
  /// another one, with another id, may replace.
  ///
  /// While it is absent, actions change nothing, middleware is bypassed, and no runs start; the commit
  /// that makes it absent, or another one by its id, cancels those under way.
  /// - Parameters:
  ///   - get: Returns the part; `nil` if there is none, and then nothing changes. Must be pure: it is
  ///     also called while the store reduces.
  ///   - set: Stores the changed part.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?,
    set: @escaping @Sendable (inout Whole, State) -> Void
  ) -> Feature<Whole, Environment> where State: Identifiable, State.ID: Sendable {
    lifted(PartPlace<Whole, State.ID, State>(get: get, id: { $0.id }), by: .optionalPart()) {
      $0.lift(get: get, set: set)
    }
  }
}
