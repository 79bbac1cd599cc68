extension StoreProtocol {
  /// Returns a projection of this store with an equatable part of its state and other actions.
  ///
  /// Selectors of the part are not reevaluated while it stays equal. A part that may be absent must be
  /// there now; when it is gone, or another one by its id has taken its place, the projection keeps the
  /// last one.
  /// - Parameters:
  ///   - place: Where the part is.
  ///   - embed: Returns the action to dispatch for one of the projection's; `nil` for none.
  public func projection<Part: Sendable & Equatable, Local>(
    _ place: Place<State, Only, Part>,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    _projection(by: selector(of: place), embed)
  }

  /// Returns a projection of this store with an equatable part of its state and the same actions.
  public func projection<Part: Sendable & Equatable>(
    _ place: Place<State, Only, Part>
  ) -> StoreProjection<Part, ActionType> {
    _projection(by: selector(of: place)) { $0 }
  }

  /// Returns a projection of this store with a smaller state and other actions.
  ///
  /// Selectors of the projected state are not reevaluated while it stays equal, by the selector's
  /// ``Comparison``.
  /// - Parameters:
  ///   - selector: Selects the projected state.
  ///   - embed: Returns the action to dispatch for one of the projection's; `nil` for none.
  public func projection<Part, Local>(
    _ selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    _projection(by: selector, embed)
  }

  /// Returns a projection of this store with a smaller state and the same actions.
  public func projection<Part>(
    _ selector: Selector<State, Part>
  ) -> StoreProjection<Part, ActionType> {
    _projection(by: selector) { $0 }
  }

  private func selector<Part: Sendable & Equatable>(
    of place: Place<State, Only, Part>
  ) -> Selector<State, Part> {
    if case .property(_, let keyPath) = place.kind { return Selector(keyPath: keyPath) }
    let current = state
    guard let step = place.steps(in: current).first, let part = place.find(current, step) else {
      preconditionFailure(
        """
        Sluice: a projection was made of a \(Part.self) that is absent. To fix, make it while the part is \
        there, or project an optional: projection(Selector(keyPath: \\.part)).
        """
      )
    }
    return place.selector(of: step, first: part, comparing: .equality)
  }
}
