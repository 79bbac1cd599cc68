extension Entities {
  /// Moves an element so that it is at position `index` afterwards.
  ///
  /// A position that is too large means the last one.
  /// - Returns: Whether there is such an element.
  @discardableResult
  @inlinable
  public mutating func move(id: ID, to index: Int) -> Bool {
    guard let element = remove(id: id) else { return false }
    let position = Swift.min(Swift.max(index, 0), count)
    insertMissing(element, hash: IDIndex.hash(id), at: position)
    return true
  }

  /// Moves the elements at positions together, such as SwiftUI's `onMove` requests it.
  ///
  /// ```swift
  /// ReduceOn(Move.self) { state, action in
  ///   state.todos.move(fromOffsets: action.offsets, toOffset: action.destination)
  /// }
  /// ```
  ///
  /// The elements keep their order among each other. Takes linear time, and less for a few.
  /// - Parameters:
  ///   - source: Positions before the move, in any order, such as an `IndexSet`.
  ///   - destination: The position, before the move, of the element before which the others are
  ///     put; the number of elements for the end.
  @inlinable
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    precondition(
      destination >= 0 && destination <= count,
      "Elements were moved to position \(destination) of \(count) Entities."
    )
    let offsets = Set(source).sorted()
    let position = destination - (offsets.firstIndex { $0 >= destination } ?? offsets.count)
    if offsets.elementsEqual(position..<position + offsets.count) { return }
    let moved = offsets.map { self[$0] }
    remove(atOffsets: offsets)
    if moved.count <= ChunkPlace.capacity {
      for (offset, element) in moved.enumerated() { insert(element, at: position + offset) }
    } else {
      var elements = elements
      elements.insert(contentsOf: moved, at: position)
      self = Entities(elements)
    }
  }

  /// Exchanges the elements at two positions.
  @inlinable
  public mutating func swapAt(_ one: Int, _ other: Int) {
    let place = place(at: one)
    let otherPlace = self.place(at: other)
    if one == other { return }
    let element = chunks[place.chunk][place.offset]
    let otherElement = chunks[otherPlace.chunk][otherPlace.offset]
    chunks[place.chunk][place.offset] = otherElement
    chunks[otherPlace.chunk][otherPlace.offset] = element
    index.move(element.id, to: otherPlace)
    index.move(otherElement.id, to: place)
    changeIDs()
  }

  /// Sorts the elements in place; the sort is stable.
  ///
  /// Leaves elements alone that are in order, and changes nothing if the predicate throws.
  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    var iterator = makeIterator()
    guard var last = iterator.next() else { return }
    while let next = iterator.next() {
      if try areInOrder(next, last) {
        self = Entities(try sorted(by: areInOrder))
        return
      }
      last = next
    }
  }

  /// Reverses the elements in place.
  @inlinable
  public mutating func reverse() {
    self = Entities(elements.reversed())
  }

  /// Returns the elements that satisfy a predicate, in order.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Entities {
    var filtered = self
    try filtered.removeAll { try !isIncluded($0) }
    return filtered
  }
}

extension Entities where Element: Comparable {
  /// Sorts the elements in place; the sort is stable.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
