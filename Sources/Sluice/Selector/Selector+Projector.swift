extension Selector {
  /// Selects what a function makes of the whole state; it runs once for each state at most.
  ///
  /// A selector made from smaller ones, by `with`, runs its function less often. The name is for
  /// ``Store/checksProjectors``.
  @inlinable
  public convenience init(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) {
    self.init(SelectorPlace(name, fileID, line), projector: projector, areEqual: nil)
  }

  /// Selects what a function makes of the whole state, and tells no value twice.
  @inlinable
  public convenience init(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) where Value: Equatable {
    self.init(SelectorPlace(name, fileID, line), projector: projector, areEqual: { $0 == $1 })
  }

  @inlinable
  convenience init(
    _ place: SelectorPlace,
    projector: @escaping @Sendable (State) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    self.init(areEqual: areEqual) { home, runs in
      let memo = SelectorMemo<Void, Value>()
      let check = ProjectorCheck<State, Value>(home, place, areEqual)
      return SelectorCell(
        home,
        memo: memo,
        remembered: { memo.value(for: $0) }
      ) { box, version in
        let (last, lastVersion) = memo.load()
        if let last, lastVersion == version { return last.value }
        runs.increment()
        let value = projector(box.value)
        if check.isOn { check.compare(value, projector(box.value)) }
        memo.store(.init(inputs: (), value: value), version: version)
        return value
      }
    }
  }

  /// Combines any number of selectors: the projector runs only when one of their values changed.
  ///
  /// Values that are `Equatable` are compared; one that is not counts as changed with each new
  /// state.
  @inlinable
  public static func with<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector {
    let place = SelectorPlace(name, fileID, line)
    return combining(repeat each input, place: place, projector: projector, areEqual: nil)
  }

  /// Combines any number of selectors to a value that can be compared: it is not told twice.
  @inlinable
  public static func with<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector where Value: Equatable {
    let place = SelectorPlace(name, fileID, line)
    return combining(repeat each input, place: place, projector: projector, areEqual: { $0 == $1 })
  }

  @inlinable
  static func combining<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    place: SelectorPlace,
    projector: @escaping @Sendable (repeat each Input) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) -> Selector {
    let valuesAreEqual = areEqual
    return Selector(areEqual: areEqual) { home, runs in
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
        let value = projector(repeat each new)
        if check.isOn { check.compare(value, projector(repeat each new)) }
        memo.store(.init(inputs: new, value: value), version: version)
        return value
      }
    }
  }
}
