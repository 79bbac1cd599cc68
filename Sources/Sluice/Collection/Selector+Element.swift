extension Selector {
  /// The elements on which the value depends, of a selector that others, or a projection, are made
  /// from.
  ///
  /// `nil` if it may depend on something else; or if a value isn't equatable, because then each
  /// state counts as a change.
  @usableFromInline var elementsToCompare: ContiguousArray<ElementKey>? {
    areEqual == nil || elements.isEmpty ? nil : elements
  }

  /// Creates the selector of the element with an id.
  @inlinable
  convenience init<Element: Identifiable>(
    id: Element.ID,
    in place: EntitiesPlace,
    at keyPath: any KeyPath<State, Entities<Element>> & Sendable,
    areEqual: (@Sendable (Element?, Element?) -> Bool)?
  ) where Value == Element?, Element.ID: Sendable {
    let elements: ContiguousArray = [ElementKey(place, hash: IDIndex<Element.ID>.hash(id))]
    let offset = place.offset
    self.init(.element, areEqual: areEqual, elements: elements) { home, _ in
      // Not memoized: a memo takes as long as finding the element.
      guard let offset else {
        return SelectorCell(home, areEqual) { box, _ in box.value[keyPath: keyPath][id: id] }
      }
      return SelectorCell(home, areEqual) { box, _ in
        unsafe (UnsafeRawPointer(box.pointer) + offset)
          .assumingMemoryBound(to: Entities<Element>.self).pointee[id: id]
      }
    }
  }
}
