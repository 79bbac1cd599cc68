extension Effect {
  /// Returns this effect for a part of the state that may be absent.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable, Part: Sendable>(
    state keyPath: any KeyPath<Whole, Part?> & Sendable
  ) -> Effect {
    lifted(
      PartPlace<Whole, Int, Part>(get: { $0[keyPath: keyPath] }, id: { _ in 0 }),
      by: .optionalPart()
    )
  }

  /// Returns this effect for a part of the state that may be absent, and that another one, with
  /// another id, may replace.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable, Part: Identifiable & Sendable>(
    state keyPath: any KeyPath<Whole, Part?> & Sendable
  ) -> Effect where Part.ID: Sendable {
    lifted(
      PartPlace<Whole, Part.ID, Part>(get: { $0[keyPath: keyPath] }, id: { $0.id }),
      by: .optionalPart()
    )
  }

  /// Returns this effect for a part of the state without a key path that may be absent, such as the
  /// value of an enum's case.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent cancels those under way.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable, Part: Sendable>(
    get: @escaping @Sendable (Whole) -> Part?
  ) -> Effect {
    lifted(PartPlace<Whole, Int, Part>(get: get, id: { _ in 0 }), by: .optionalPart())
  }

  /// Returns this effect for a part of the state without a key path that may be absent, and that another
  /// one, with another id, may replace.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable, Part: Identifiable & Sendable>(
    get: @escaping @Sendable (Whole) -> Part?
  ) -> Effect where Part.ID: Sendable {
    lifted(PartPlace<Whole, Part.ID, Part>(get: get, id: { $0.id }), by: .optionalPart())
  }
}

extension Effects {
  /// Returns these effects for a part of the state that may be absent.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable, Part: Sendable>(
    state keyPath: any KeyPath<Whole, Part?> & Sendable
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) {
      $0.lifted(
        PartPlace<Whole, Int, Part>(get: { $0[keyPath: keyPath] }, id: { _ in 0 }),
        by: .optionalPart()
      )
    }
  }

  /// Returns these effects for a part of the state that may be absent, and that another one, with
  /// another id, may replace.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable, Part: Identifiable & Sendable>(
    state keyPath: any KeyPath<Whole, Part?> & Sendable
  ) -> LiftedEffects<Self, Environment> where Part.ID: Sendable {
    LiftedEffects(self) {
      $0.lifted(
        PartPlace<Whole, Part.ID, Part>(get: { $0[keyPath: keyPath] }, id: { $0.id }),
        by: .optionalPart()
      )
    }
  }

  /// Returns these effects for a part of the state without a key path that may be absent, such as the
  /// value of an enum's case.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent cancels those under way.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable, Part: Sendable>(
    get: @escaping @Sendable (Whole) -> Part?
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) {
      $0.lifted(PartPlace<Whole, Int, Part>(get: get, id: { _ in 0 }), by: .optionalPart())
    }
  }

  /// Returns these effects for a part of the state without a key path that may be absent, and that another
  /// one, with another id, may replace.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable, Part: Identifiable & Sendable>(
    get: @escaping @Sendable (Whole) -> Part?
  ) -> some Effects<Environment> where Part.ID: Sendable {
    LiftedEffects<Self, Environment>(self) {
      $0.lifted(PartPlace<Whole, Part.ID, Part>(get: get, id: { $0.id }), by: .optionalPart())
    }
  }
}

extension Feedback {
  /// Returns the feedback for a part of the state that may be absent.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State?> & Sendable
  ) -> Feedback<Whole, Environment> {
    lifted(
      PartPlace<Whole, Int, State>(get: { $0[keyPath: keyPath] }, id: { _ in 0 }),
      by: .optionalPart()
    )
  }

  /// Returns the feedback for a part of the state that may be absent, and that another one, with
  /// another id, may replace.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State?> & Sendable
  ) -> Feedback<Whole, Environment> where State: Identifiable, State.ID: Sendable {
    lifted(
      PartPlace<Whole, State.ID, State>(get: { $0[keyPath: keyPath] }, id: { $0.id }),
      by: .optionalPart()
    )
  }

  /// Returns the feedback for a part of the state without a key path that may be absent, such as the
  /// value of an enum's case.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent cancels those under way.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?
  ) -> Feedback<Whole, Environment> {
    lifted(PartPlace<Whole, Int, State>(get: get, id: { _ in 0 }), by: .optionalPart())
  }

  /// Returns the feedback for a part of the state without a key path that may be absent, and that another
  /// one, with another id, may replace.
  ///
  /// The part's runs are its own, and see it as their state. While it is absent, none start, and the
  /// commit that makes it absent, or another one by its id, cancels those under way.
  /// - Parameter get: Returns the part; `nil` if there is none. Must be pure: it is also called while
  ///   the store reduces.
  public func lift<Whole: Sendable>(
    get: @escaping @Sendable (Whole) -> State?
  ) -> Feedback<Whole, Environment> where State: Identifiable, State.ID: Sendable {
    lifted(PartPlace<Whole, State.ID, State>(get: get, id: { $0.id }), by: .optionalPart())
  }
}
