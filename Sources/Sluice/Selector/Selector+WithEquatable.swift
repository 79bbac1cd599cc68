// As in `Selector+With`, for values that can be compared.

extension Selector where Value: Equatable {
  /// Selects what a projector makes of another selector's value, without repeats.
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

  /// Selects what a projector makes of two selectors' values, without repeats.
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

  /// Selects what a projector makes of three selectors' values, without repeats.
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

  /// Selects what a projector makes of four selectors' values, without repeats.
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

  /// Selects what a projector makes of five selectors' values, without repeats.
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

  /// Selects what a projector makes of six selectors' values, without repeats.
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

  /// Selects what a projector makes of seven selectors' values, without repeats.
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

  /// Selects what a projector makes of eight selectors' values, without repeats.
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
