public import SluiceEntities

extension Selector {
  /// The elements on which the value depends, of a selector that others, or a projection, are made
  /// from.
  ///
  /// `nil` if it may depend on something else; or if each state counts as a change.
  @usableFromInline var elementsToCompare: ContiguousArray<ElementKey>? {
    comparison.isAlways || elements.isEmpty ? nil : elements
  }

  /// Creates the selector of the element with an id.
  @inlinable
  convenience init<Element: Identifiable>(
    id: Element.ID,
    in place: EntitiesPlace,
    at keyPath: any KeyPath<State, Entities<Element>> & Sendable,
    _ comparison: Comparison<Element?>
  ) where Value == Element?, Element.ID: Sendable {
    let elements: ContiguousArray = [ElementKey(place, hash: IDIndex<Element.ID>.hash(id))]
    let offset = place.offset
    self.init(.element, comparison, elements: elements) { home, _ in
      // Not memoized: a memo takes as long as finding the element.
      guard let offset else {
        return SelectorCell(home, comparison) { box, _ in box.value[keyPath: keyPath][id: id] }
      }
      return SelectorCell(home, comparison) { box, _ in
        unsafe (UnsafeRawPointer(box.pointer) + offset)
          .assumingMemoryBound(to: Entities<Element>.self).pointee[id: id]
      }
    }
  }
}
