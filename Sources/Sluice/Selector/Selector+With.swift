// One overload for each number of inputs: the type checker searches for seconds where a closure's
// parameters are a pack.

extension Selector {
  /// Creates a selector that projects another selector's value.
  ///
  /// The projector runs only when an input's value changed. `Equatable` values are compared; others
  /// count as changed with each new state. `name` is for ``Store/checksProjectors``.
  @inlinable
  public static func with<First>(
    _ first: Selector<State, First>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First) -> Value
  ) -> Selector {
    combining(
      first,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of two selectors.
  @inlinable
  public static func with<First, Second>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First, Second) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of three selectors.
  @inlinable
  public static func with<First, Second, Third>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First, Second, Third) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      third,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of four selectors.
  @inlinable
  public static func with<First, Second, Third, Fourth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First, Second, Third, Fourth) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      third,
      fourth,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of five selectors.
  @inlinable
  public static func with<First, Second, Third, Fourth, Fifth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First, Second, Third, Fourth, Fifth) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      third,
      fourth,
      fifth,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of six selectors.
  @inlinable
  public static func with<First, Second, Third, Fourth, Fifth, Sixth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      third,
      fourth,
      fifth,
      sixth,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of seven selectors.
  @inlinable
  public static func with<First, Second, Third, Fourth, Fifth, Sixth, Seventh>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      third,
      fourth,
      fifth,
      sixth,
      seventh,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of eight selectors.
  @inlinable
  public static func with<First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth>(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>,
    _ eighth: Selector<State, Eighth>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector:
      @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth) -> Value
  ) -> Selector {
    combining(
      first,
      second,
      third,
      fourth,
      fifth,
      sixth,
      seventh,
      eighth,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }
}
