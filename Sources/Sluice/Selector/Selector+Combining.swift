extension Selector {
  /// Creates a selector that projects the values of nine or more selectors.
  @inlinable
  public static func with<
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
    Ninth,
    each Other
  >(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>,
    _ eighth: Selector<State, Eighth>,
    _ ninth: Selector<State, Ninth>,
    _ other: repeat Selector<State, each Other>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector:
      @escaping @Sendable (
        First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth, Ninth, repeat each Other
      ) -> Value
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
      ninth,
      repeat each other,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: nil
    )
  }

  /// Creates a selector that projects the values of nine or more selectors, without repeats.
  @inlinable
  public static func with<
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
    Ninth,
    each Other
  >(
    _ first: Selector<State, First>,
    _ second: Selector<State, Second>,
    _ third: Selector<State, Third>,
    _ fourth: Selector<State, Fourth>,
    _ fifth: Selector<State, Fifth>,
    _ sixth: Selector<State, Sixth>,
    _ seventh: Selector<State, Seventh>,
    _ eighth: Selector<State, Eighth>,
    _ ninth: Selector<State, Ninth>,
    _ other: repeat Selector<State, each Other>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector:
      @escaping @Sendable (
        First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth, Ninth, repeat each Other
      ) -> Value
  ) -> Selector where Value: Equatable {
    combining(
      first,
      second,
      third,
      fourth,
      fifth,
      sixth,
      seventh,
      eighth,
      ninth,
      repeat each other,
      place: SelectorPlace(name, fileID, line),
      projector: projector,
      areEqual: { $0 == $1 }
    )
  }

  /// Combines any number of selectors; the projector runs only when one of their values changed.
  @inlinable
  static func combining<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    place: SelectorPlace,
    projector: @escaping @Sendable (repeat each Input) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) -> Selector {
    let valuesAreEqual = areEqual
    var elements: ContiguousArray<ElementKey>? = []
    func note<Part: Sendable>(_ input: Selector<State, Part>) {
      if let keys = input.elementsToCompare {
        elements?.append(contentsOf: keys)
      } else {
        elements = nil
      }
    }
    repeat note(each input)
    return Selector(.projector(place), areEqual: areEqual, elements: elements ?? []) { home, runs in
      let cell = (repeat (each input).cell(in: home))
      let areEqual = (repeat (each input).areEqual)
      let memo = SelectorMemo<(repeat each Input), Value>()
      let check = ProjectorCheck<State, Value>(home, place, valuesAreEqual)
      var parts: [(cell: AnySelectorCell, size: Int, alignment: Int)] = []
      func add<Part: Sendable>(_ cell: SelectorCell<State, Part>) {
        parts.append((cell, MemoryLayout<Part>.size, MemoryLayout<Part>.alignment))
      }
      repeat add(each cell)
      let inputs = InputCells(parts, size: MemoryLayout<(repeat each Input)>.size)
      let revalidate: @Sendable (AnyStateBox, Int) -> Int? = { box, version in
        unsafe memo.revision(for: version) { unsafe inputs.areStill($0, box, version) }
      }
      return SelectorCell(
        home,
        memo: memo,
        remembered: { memo.value(for: $0) },
        revalidate: revalidate,
        comparison: unsafe BitComparison { box, version, known in
          unsafe revalidate(box, version) != nil && memo.holds(known, for: version)
        }
      ) { box, version in
        let (last, lastVersion) = memo.load()
        if let last, lastVersion == version { return last.value }
        let new = (repeat (each cell).value(box, version))
        if let last {
          var isSame = true
          for (areEqual, old, new) in repeat (each areEqual, each last.inputs, each new) {
            isSame = isSame && areEqual?(old, new) ?? false
          }
          if isSame {
            memo.confirm(last, version: version)
            return last.value
          }
        }
        runs.increment()
        let value = check.run { projector(repeat each new) }
        if check.isOn { check.compare(value, projector(repeat each new)) }
        memo.store(.init(inputs: new, value: value), version: version)
        return value
      }
    }
  }
}
