extension Selector {
  /// Selects what a function makes of the whole state; it runs once for each state at most.
  ///
  /// A selector made with ``with(_:projector:)-6utai`` from smaller ones runs its function less often.
  @inlinable
  public convenience init(projector: @escaping @Sendable (State) -> Value) {
    self.init(projector: projector, areEqual: nil)
  }

  /// Selects what a function makes of the whole state, and tells no value twice.
  @inlinable
  public convenience init(projector: @escaping @Sendable (State) -> Value)
  where Value: Equatable {
    self.init(projector: projector, areEqual: { $0 == $1 })
  }

  @inlinable
  convenience init(
    projector: @escaping @Sendable (State) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    self.init(areEqual: areEqual) { core, runs in
      let memo = SelectorMemo<Void, Value>()
      return SelectorCell(
        core,
        remembered: { memo.value(for: $0) },
        forget: { memo.forget(forGood: $0) }
      ) { box, version in
        let (last, lastVersion) = memo.load()
        if let last, lastVersion == version { return last.value }
        runs.increment()
        let value = projector(box.value)
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
    projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector {
    combining(repeat each input, projector: projector, areEqual: nil)
  }

  /// Combines any number of selectors to a value that can be compared: it is not told twice.
  @inlinable
  public static func with<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector where Value: Equatable {
    combining(repeat each input, projector: projector, areEqual: { $0 == $1 })
  }

  @inlinable
  static func combining<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    projector: @escaping @Sendable (repeat each Input) -> Value,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) -> Selector {
    Selector(areEqual: areEqual) { core, runs in
      let cell = (repeat (each input).cell(in: core))
      let areEqual = (repeat (each input).areEqual)
      let memo = SelectorMemo<(repeat each Input), Value>()
      return SelectorCell(
        core,
        remembered: { memo.value(for: $0) },
        forget: { memo.forget(forGood: $0) }
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
            memo.store(last, version: version)
            return last.value
          }
        }
        runs.increment()
        let value = projector(repeat each new)
        memo.store(.init(inputs: new, value: value), version: version)
        return value
      }
    }
  }
}
