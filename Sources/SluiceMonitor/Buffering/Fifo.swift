/// A first-in, first-out queue in amortized constant time; elements can be removed from the middle.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0
  /// The position of the first slot; positions don't change when slots move.
  private var base = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Returns the position, by which the element can be removed.
  @discardableResult
  mutating func append(_ element: Element) -> Int {
    elements.append(element)
    count += 1
    return base + elements.count - 1
  }

  /// Removes the element at a position, if it is still pending.
  mutating func remove(at position: Int) -> Element? {
    let slot = position - base
    guard slot >= head, slot < elements.count, let element = elements[slot].take() else {
      return nil
    }
    count -= 1
    return element
  }

  /// Returns the element at a position, if it is still pending.
  subscript(position: Int) -> Element? {
    let slot = position - base
    return slot >= head && slot < elements.count ? elements[slot] : nil
  }

  mutating func popFirst() -> Element? {
    while head < elements.count {
      let first = elements[head].take()
      head += 1
      compact()
      guard let first else { continue }
      count -= 1
      return first
    }
    return nil
  }

  private mutating func compact() {
    if head == elements.count {
      base += elements.count
      elements.removeAll(keepingCapacity: elements.capacity <= 1 << 10)
      head = 0
    } else if head >= 64, head > elements.count / 2 {
      // Each slot moves at most once on average.
      elements.removeSubrange(..<head)
      base += head
      head = 0
    }
  }
}

extension Fifo: Sequence {
  /// Iterates over the pending elements, from the first to the last.
  func makeIterator() -> some IteratorProtocol<Element> {
    elements[head...].lazy.compactMap(\.self).makeIterator()
  }
}
