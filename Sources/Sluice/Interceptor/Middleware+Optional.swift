extension Middleware {
  /// Returns this middleware for a part of the state that may be absent.
  ///
  /// Actions bypass it while the part is absent.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State?> & Sendable
  ) -> some Middleware<Whole> {
    lifted(
      PartPlace<Whole, Int, State>(get: { $0[keyPath: keyPath] }, id: { _ in 0 }),
      by: .optionalPart()
    )
  }

  /// Returns this middleware for a part of the state that may be absent, and that another one, with
  /// another id, may replace.
  ///
  /// Actions bypass it while the part is absent.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State?> & Sendable
  ) -> some Middleware<Whole> where State: Identifiable, State.ID: Sendable {
    lifted(
      PartPlace<Whole, State.ID, State>(get: { $0[keyPath: keyPath] }, id: { $0.id }),
      by: .optionalPart()
    )
  }

  /// Returns this middleware for a part of the state without a key path that may be absent, such as the
  /// value of an enum's case.
  ///
  /// Actions bypass it while the part is absent.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?
  ) -> some Middleware<Whole> {
    lifted(PartPlace<Whole, Int, State>(get: get, id: { _ in 0 }), by: .optionalPart())
  }
}
