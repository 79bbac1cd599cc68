// As in `Selector+With`, for equatable values.

extension Selector where Value: Equatable {
  /// Creates a selector that projects another selector's value, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of two selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of three selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of four selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of five selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of six selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of seven selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }

  /// Creates a selector that projects the values of eight selectors, without repeats.
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
      areEqual: { $0 == $1 }
    )
  }
}
