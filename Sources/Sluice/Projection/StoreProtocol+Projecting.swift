extension StoreProtocol {
  /// Returns a projection of this store with a smaller state and other actions.
  ///
  /// Selectors of the projected state are not reevaluated while it stays equal, by the selector's
  /// ``Comparison``.
  /// - Parameters:
  ///   - selector: Selects the projected state.
  ///   - embed: Returns the action to dispatch for one of the projection's; `nil` for none.
  public func projection<Part, Local>(
    state selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projected(by: selector, embed)
  }

  /// Returns a projection of this store with an equatable part of its state and other actions.
  public func projection<Part: Sendable & Equatable, Local>(
    state keyPath: any KeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projected(by: Selector(keyPath: keyPath), embed)
  }

  /// Returns a projection of this store with a smaller state and the same actions.
  public func projection<Part>(
    state selector: Selector<State, Part>
  ) -> StoreProjection<Part, ActionType> {
    projected(by: selector) { $0 }
  }

  /// Returns a projection of this store with an equatable part of its state and the same actions.
  public func projection<Part: Sendable & Equatable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, ActionType> {
    projected(by: Selector(keyPath: keyPath)) { $0 }
  }
}
