// One overload for each number of inputs: the type checker searches for seconds where a closure's
// parameters are a pack.

extension Selector {
  /// Creates a selector that projects another selector's value.
  ///
  /// The projector runs only when an input's value changed. `Equatable` values are compared; others
  /// count as changed with each new state. `name` is for ``Store/checksProjectors``.
  @inlinable
  public static func with<A>(
    _ a: Selector<State, A>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A) -> Value
  ) -> Selector {
    combining(a, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of two selectors.
  @inlinable
  public static func with<A, B>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B) -> Value
  ) -> Selector {
    combining(a, b, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of three selectors.
  @inlinable
  public static func with<A, B, C>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C) -> Value
  ) -> Selector {
    combining(a, b, c, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of four selectors.
  @inlinable
  public static func with<A, B, C, D>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D) -> Value
  ) -> Selector {
    combining(a, b, c, d, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of five selectors.
  @inlinable
  public static func with<A, B, C, D, E>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    _ e: Selector<State, E>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D, E) -> Value
  ) -> Selector {
    combining(a, b, c, d, e, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of six selectors.
  @inlinable
  public static func with<A, B, C, D, E, F>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    _ e: Selector<State, E>,
    _ f: Selector<State, F>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D, E, F) -> Value
  ) -> Selector {
    combining(a, b, c, d, e, f, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of seven selectors.
  @inlinable
  public static func with<A, B, C, D, E, F, G>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    _ e: Selector<State, E>,
    _ f: Selector<State, F>,
    _ g: Selector<State, G>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D, E, F, G) -> Value
  ) -> Selector {
    combining(a, b, c, d, e, f, g, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of eight selectors.
  @inlinable
  public static func with<A, B, C, D, E, F, G, H>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    _ e: Selector<State, E>,
    _ f: Selector<State, F>,
    _ g: Selector<State, G>,
    _ h: Selector<State, H>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D, E, F, G, H) -> Value
  ) -> Selector {
    combining(a, b, c, d, e, f, g, h, at: SelectorPlace(name, fileID, line), nil, projector)
  }

  /// Creates a selector that projects the values of nine or more selectors.
  @inlinable
  public static func with<A, B, C, D, E, F, G, H, I, each Other>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    _ e: Selector<State, E>,
    _ f: Selector<State, F>,
    _ g: Selector<State, G>,
    _ h: Selector<State, H>,
    _ i: Selector<State, I>,
    _ other: repeat Selector<State, each Other>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D, E, F, G, H, I, repeat each Other) -> Value
  ) -> Selector {
    let place = SelectorPlace(name, fileID, line)
    return combining(a, b, c, d, e, f, g, h, i, repeat each other, at: place, nil, projector)
  }
}
