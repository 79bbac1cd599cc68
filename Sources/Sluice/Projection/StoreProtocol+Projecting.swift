extension StoreProtocol {
  /// Returns a projection of this store with a part of its state and other actions.
  public func projection<Part: Sendable, Local>(
    state keyPath: any KeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projection(state: Selector(keyPath: keyPath), action: embed)
  }

  /// Returns a projection of this store with an equatable part of its state and other actions.
  ///
  /// Selectors of the part are not reevaluated while the part stays equal.
  public func projection<Part: Sendable & Equatable, Local>(
    state keyPath: any KeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projection(state: Selector(keyPath: keyPath), action: embed)
  }

  /// Returns a projection of this store with a function's result for its state and other actions.
  @_disfavoredOverload
  public func projection<Part: Sendable, Local>(
    state project: @escaping @Sendable (State) -> Part,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projection(
      state: Selector(fileID: fileID, line: line, projector: project),
      action: embed
    )
  }

  /// Returns a projection of this store with a function's equatable result for its state and other
  /// actions.
  @_disfavoredOverload
  public func projection<Part: Sendable & Equatable, Local>(
    state project: @escaping @Sendable (State) -> Part,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projection(
      state: Selector(fileID: fileID, line: line, projector: project),
      action: embed
    )
  }

  /// Returns a projection of this store with a smaller state and the same actions.
  public func projection<Part>(
    state selector: Selector<State, Part>
  ) -> StoreProjection<Part, ActionType> {
    projection(state: selector, action: { $0 })
  }

  /// Returns a projection of this store with a part of its state and the same actions.
  public func projection<Part: Sendable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, ActionType> {
    projection(state: Selector(keyPath: keyPath), action: { $0 })
  }

  /// Returns a projection of this store with an equatable part of its state and the same actions.
  public func projection<Part: Sendable & Equatable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, ActionType> {
    projection(state: Selector(keyPath: keyPath), action: { $0 })
  }

  /// Returns a projection of this store with a function's result for its state and the same actions.
  @_disfavoredOverload
  public func projection<Part: Sendable>(
    state project: @escaping @Sendable (State) -> Part,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreProjection<Part, ActionType> {
    projection(state: Selector(fileID: fileID, line: line, projector: project), action: { $0 })
  }

  /// Returns a projection of this store with a function's equatable result for its state and the
  /// same actions.
  @_disfavoredOverload
  public func projection<Part: Sendable & Equatable>(
    state project: @escaping @Sendable (State) -> Part,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreProjection<Part, ActionType> {
    projection(state: Selector(fileID: fileID, line: line, projector: project), action: { $0 })
  }
}
