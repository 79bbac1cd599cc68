extension StoreProtocol {
  /// The same store, seen through a part of its state and other actions.
  public func projection<Part: Sendable, Local>(
    state keyPath: any KeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projection(state: Selector(keyPath: keyPath), action: embed)
  }

  /// The same store, seen through a part of its state that can be compared, and other actions.
  ///
  /// What is selected from the part is not asked again while the part stays equal.
  public func projection<Part: Sendable & Equatable, Local>(
    state keyPath: any KeyPath<State, Part> & Sendable,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    projection(state: Selector(keyPath: keyPath), action: embed)
  }

  /// The same store, seen through what a function makes of its state, and other actions.
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

  /// The same store, seen through what a function makes of its state and can be compared, and
  /// other actions.
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

  /// The same store, seen through a smaller state; it takes the same actions.
  public func projection<Part>(
    state selector: Selector<State, Part>
  ) -> StoreProjection<Part, ActionType> {
    projection(state: selector, action: { $0 })
  }

  /// The same store, seen through a part of its state; it takes the same actions.
  public func projection<Part: Sendable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, ActionType> {
    projection(state: Selector(keyPath: keyPath), action: { $0 })
  }

  /// The same store, seen through a part of its state that can be compared; it takes the same
  /// actions.
  public func projection<Part: Sendable & Equatable>(
    state keyPath: any KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, ActionType> {
    projection(state: Selector(keyPath: keyPath), action: { $0 })
  }
}
