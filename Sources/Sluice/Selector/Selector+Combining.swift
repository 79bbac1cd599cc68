extension Selector {
  /// Combines any number of selectors; the projector runs only when one of their values changed.
  ///
  /// A value without `==` counts as changed with each version of the state.
  @inlinable
  static func combining<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    at place: SelectorPlace,
    _ areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector {
    var elements: ContiguousArray<ElementKey>? = []
    var unequatable: [SelectorIdentity] = []
    func note<Part: Sendable>(_ input: Selector<State, Part>) {
      if input.areEqual == nil { unequatable.append(input.identity) }
      if let keys = input.elementsToCompare {
        elements?.append(contentsOf: keys)
      } else {
        elements = nil
      }
    }
    repeat note(each input)
    return Selector(
      .projector(place),
      areEqual: areEqual,
      elements: elements ?? [],
      unequatableInputs: unequatable
    ) { home, identity in
      let cell = (repeat (each input).cell(in: home))
      let memo = SelectorMemo<(repeat each Input), Value>()
      let check = ProjectorCheck<State, Value>(home, identity, areEqual)
      return SelectorCell(home, areEqual, memo: memo, remembered: { memo.value(for: $0) }) {
        box,
        version in
        if let last = memo.last {
          if last.isValid(for: version) { return last.value }
          var isSame = true
          func note(_ isUnchanged: Bool) { isSame = isSame && isUnchanged }
          repeat note((each cell).hasValue(each last.inputs, box, version))
          if isSame {
            last.confirm(for: version)
            return last.value
          }
        }
        let new = (repeat (each cell).value(box, version))
        func isForced(since last: SelectorMemo<(repeat each Input), Value>.Result) -> Bool {
          var isForced = true
          func note(_ isUnchanged: Bool?) { isForced = isForced && isUnchanged ?? true }
          repeat note((each cell).areEqual?(each last.inputs, each new))
          return isForced
        }
        let value = check.run(
          after: memo.last?.value,
          isForced: memo.last.map(isForced) ?? false
        ) { projector(repeat each new) }
        memo.store(.init(inputs: new, value: value, for: version))
        return value
      }
    }
  }
}
