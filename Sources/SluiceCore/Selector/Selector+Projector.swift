extension Selector {
  /// Creates a selector that projects the whole state, without repeats.
  ///
  /// Runs the projector at most once for each state. A selector made from smaller ones, by `with`,
  /// runs its projector less often. `name` is for ``Store/checksProjectors``.
  @inlinable
  public convenience init(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) where Value: Equatable {
    self.init(
      comparing: .equality,
      name: name,
      fileID: fileID,
      line: line,
      projector: projector
    )
  }

  /// Creates a selector that projects the whole state, and says how its values are compared.
  @inlinable
  public convenience init(
    comparing comparison: Comparison<Value>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) {
    self.init(
      .projector(SelectorPlace(name, fileID, line)),
      comparison,
      readsWholeState: true
    ) { home, identity in
      let memo = SelectorMemo<Void, Value>()
      let check = ProjectorCheck<State, Value>(home, identity, comparison, memo)
      return SelectorCell(home, comparison, memo: memo, remembered: { memo.value(for: $0) }) {
        box,
        version in
        if let value = memo.value(for: version) { return value }
        let value = check.run(after: memo.last?.value) { projector(box.value) }
        memo.store(.init(inputs: (), value: value, for: version))
        return value
      }
    }
  }
}
