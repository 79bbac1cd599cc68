extension Selector {
  /// Creates a selector that projects the whole state, at most once for each state.
  ///
  /// A selector made from smaller ones, by `with`, runs its projector less often. `name` is for
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

  /// Creates a selector that projects the whole state, without repeats.
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
    self.init(.projector(place), areEqual: areEqual, unequatableInputs: nil) {
      home,
      identity in
      let memo = SelectorMemo<Void, Value>()
      let check = ProjectorCheck<State, Value>(home, identity, areEqual)
      return SelectorCell(home, areEqual, memo: memo, remembered: { memo.value(for: $0) }) {
        box,
        version in
        if let value = memo.value(for: version) { return value }
        let value = check.run(after: memo.last?.value, isForced: memo.last != nil) {
          projector(box.value)
        }
        memo.store(.init(inputs: (), value: value, for: version))
        return value
      }
    }
  }
}
