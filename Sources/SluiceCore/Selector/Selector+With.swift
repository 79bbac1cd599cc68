// One overload for each number of inputs: the type checker searches for seconds where a closure's
// parameters are a pack. Where the first eight are not, their types are known in time.

extension Selector where Value: Equatable {
  /// Creates a selector that projects another selector's value, without repeats.
  ///
  /// The projector runs only when an input's value changed, by the input's ``Comparison``. `name` is
  /// for ``Store/checksProjectors``.
  @inlinable
  public static func with<A>(
    _ a: Selector<State, A>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A) -> Value
  ) -> Selector {
    combining(a, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of two selectors, without repeats.
  @inlinable
  public static func with<A, B>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B) -> Value
  ) -> Selector {
    combining(a, b, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of three selectors, without repeats.
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
    combining(a, b, c, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of four selectors, without repeats.
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
    combining(a, b, c, d, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of five selectors, without repeats.
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
    combining(a, b, c, d, e, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of six selectors, without repeats.
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
    combining(a, b, c, d, e, f, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of seven selectors, without repeats.
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
    combining(a, b, c, d, e, f, g, at: SelectorPlace(name, fileID, line), .equality, projector)
  }

  /// Creates a selector that projects the values of eight or more selectors, without repeats.
  @inlinable
  public static func with<A, B, C, D, E, F, G, H, each Other>(
    _ a: Selector<State, A>,
    _ b: Selector<State, B>,
    _ c: Selector<State, C>,
    _ d: Selector<State, D>,
    _ e: Selector<State, E>,
    _ f: Selector<State, F>,
    _ g: Selector<State, G>,
    _ h: Selector<State, H>,
    _ other: repeat Selector<State, each Other>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (A, B, C, D, E, F, G, H, repeat each Other) -> Value
  ) -> Selector {
    let place = SelectorPlace(name, fileID, line)
    return combining(a, b, c, d, e, f, g, h, repeat each other, at: place, .equality, projector)
  }
}

extension Selector {
  /// Creates a selector that projects the values of any number of selectors, and says how its own are
  /// compared.
  ///
  /// ```swift
  /// let rows: Selector<AppState, [Row]> = .with(
  ///   todos, filter, comparing: .by { $0.count == $1.count }
  /// ) { todos, filter in todos.filter(filter.matches).map(Row.init) }
  /// ```
  ///
  /// With its type before it, as here, the call is type-checked at once.
  @inlinable
  public static func with<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    comparing comparison: Comparison<Value>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector {
    let place = SelectorPlace(name, fileID, line)
    return combining(repeat each input, at: place, comparison, projector)
  }
}
