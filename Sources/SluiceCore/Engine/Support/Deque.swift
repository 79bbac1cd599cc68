/// A queue, first in, first out, in amortized constant time.
@frozen
@usableFromInline
package struct Deque<Element> {
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  /// The position of the first slot; positions don't change when slots move.
  @usableFromInline var base = 0

  @inlinable
  package init() {}

  @inlinable package var count: Int { elements.count - head }
  @inlinable package var isEmpty: Bool { count == 0 }

  /// Returns the position, by which the element is found until one before it is removed from the middle.
  @inlinable
  @discardableResult
  package mutating func append(_ element: Element) -> Int {
    elements.append(element)
    return base + elements.count - 1
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    assert(elements[head] != nil)
    let first = elements[head].take()
    head += 1
    if head == elements.count {
      base += head
      // One by one: for the few that there are, that costs less than `removeAll(keepingCapacity:)`.
      if head <= 64 { while elements.popLast() != nil {} } else { elements = [] }
      head = 0
    } else if head >= 1024, head * 2 >= elements.count {
      // Half of it is used up: each removal moves one element, amortized.
      elements.removeFirst(head)
      base += head
      head = 0
    }
    return first
  }

  /// Returns the element at a position, if it is still there.
  @inlinable
  package subscript(position: Int) -> Element? {
    let slot = position - base
    return slot >= head && slot < elements.count ? elements[slot] : nil
  }

  /// Removes the element at a position, if it is still there; linear in those behind it, which
  /// move up by one position.
  @inlinable
  package mutating func remove(at position: Int) -> Element? {
    let slot = position - base
    guard slot >= head, slot < elements.count else { return nil }
    return elements.remove(at: slot)
  }

  package var first: Element? { isEmpty ? nil : elements[head] }
  var last: Element? { elements.last ?? nil }

  /// Prepends an element.
  mutating func prepend(_ element: Element) {
    if head == 0 {
      elements.insert(element, at: 0)
      base -= 1
    } else {
      head -= 1
      assert(elements[head] == nil)
      elements[head] = element
    }
  }
}

extension Deque: Sequence {
  /// Iterates over the elements, from the first to the last.
  @inlinable
  package func makeIterator() -> some IteratorProtocol<Element> {
    elements[head...].lazy.compactMap(\.self).makeIterator()
  }
}
