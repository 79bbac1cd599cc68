extension Selector {
  /// Combines any number of selectors; the projector runs only when one of their values changed.
  ///
  /// A value compared by ``Comparison/always`` counts as changed with each version of the state.
  @inlinable
  static func combining<each Input: Sendable>(
    _ input: repeat Selector<State, each Input>,
    at place: SelectorPlace,
    _ comparison: Comparison<Value>,
    _ projector: @escaping @Sendable (repeat each Input) -> Value
  ) -> Selector {
    var elements: ContiguousArray<ElementKey>? = []
    var inputs: [SelectorIdentity] = []
    func note<Part: Sendable>(_ input: Selector<State, Part>) {
      inputs.append(input.identity)
      if let keys = input.elementsToCompare {
        elements?.append(contentsOf: keys)
      } else {
        elements = nil
      }
    }
    repeat note(each input)
    let known = elements ?? []
    return Selector(.projector(place), comparison, elements: known, of: inputs) { home, identity in
      let cell = (repeat (each input).cell(in: home))
      let memo = SelectorMemo<(repeat each Input), Value>()
      let check = ProjectorCheck<State, Value>(home, identity, comparison, memo)
      return SelectorCell(home, comparison, memo: memo, remembered: { memo.value(for: $0) }) {
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
        let value = check.run(after: memo.last?.value) { projector(repeat each new) }
        memo.store(.init(inputs: new, value: value, for: version))
        return value
      }
    }
  }
}
