import SluiceLocks

// The parts at a place by what tells one from another, whatever its type: an element's key, or the
// identity of a part that may be replaced by another one. A property has none.

extension Place {
  /// Returns the steps of all parts, in order.
  package func steps(in whole: Whole) -> [PartID.Step] {
    switch kind {
    case .property: []
    case .optional(_, let identity): identity(whole).map { [PartID.Step($0)] } ?? []
    case .elements: keys(whole).map { PartID.Step($0) }
    }
  }

  /// Returns the part with a step; `nil` if there is none.
  package func find(_ whole: Whole, _ step: PartID.Step) -> Part? {
    switch kind {
    case .property(let key, _):
      find(whole, key)
    case .optional(let key, let identity):
      identity(whole).map { PartID.Step($0) } == step ? find(whole, key) : nil
    case .elements:
      (step.value as? Key).flatMap { find(whole, $0) }
    }
  }

  /// Returns whether there is a part with a step.
  package func contains(_ whole: Whole, _ step: PartID.Step) -> Bool {
    if case .elements = kind { return (step.value as? Key).map { contains(whole, $0) } == true }
    return find(whole, step) != nil
  }

  /// Returns a selector of the part with a step, which keeps the last one when it is gone.
  ///
  /// - Parameters:
  ///   - first: The part before the first evaluation.
  ///   - comparison: How the parts are compared; by default, each state is a change.
  package func selector(
    of step: PartID.Step,
    first: Part,
    comparing comparison: Comparison<Part> = .always
  ) -> Selector<Whole, Part> {
    let last = Locked(first)
    return Selector(.element, comparison) { [self] home, _ in
      SelectorCell(home, comparison) { box, _ in
        let found = find(box.value, step)
        let old = last.withLock { last in
          defer { if let found { last = found } }
          return last
        }
        return found ?? old
      }
    }
  }
}
