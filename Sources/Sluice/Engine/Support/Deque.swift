/// A queue, first in, first out, in amortized constant time.
struct Deque<Element> {
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head].take()
    head += 1
    if head == elements.count {
      // One by one: for the few that there are, that costs less than `removeAll(keepingCapacity:)`.
      if head <= 64 { while elements.popLast() != nil {} } else { elements = [] }
      head = 0
    } else if head >= 1024, head * 2 >= elements.count {
      // Half of it is used up: each removal moves one element, amortized.
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Calls a closure with each element, in order.
  func visit(_ body: (Element) -> Void) {
    for case let element? in elements[head...] { body(element) }
  }

  var first: Element? { isEmpty ? nil : elements[head] }
  var last: Element? { elements.last ?? nil }

  /// Prepends an element.
  mutating func prepend(_ element: Element) {
    if head == 0 {
      elements.insert(element, at: 0)
    } else {
      head -= 1
      elements[head] = element
    }
  }

  /// Removes the first element that satisfies a predicate; linear.
  mutating func removeFirst(where predicate: (Element) -> Bool) -> Element? {
    let index = elements.indices[head...].first { elements[$0].map(predicate) ?? false }
    guard let index else { return nil }
    return elements.remove(at: index)
  }

  /// Returns the elements that satisfy a predicate, in order.
  func filter(_ predicate: (Element) -> Bool) -> Deque {
    var queue = Deque()
    for case let element? in elements[head...] where predicate(element) { queue.append(element) }
    return queue
  }

  /// Removes the first element that satisfies a predicate, after the leading ones that are too early,
  /// which a binary search skips.
  mutating func removeFirst(
    after isEarly: (Element) -> Bool,
    where predicate: (Element) -> Bool
  ) -> Element? {
    firstIndex(after: isEarly, where: predicate).flatMap { elements.remove(at: $0) }
  }

  /// Returns the first element that satisfies a predicate, after the leading ones that are too early,
  /// which a binary search skips.
  func first(
    after isEarly: (Element) -> Bool,
    where predicate: (Element) -> Bool
  ) -> Element? {
    firstIndex(after: isEarly, where: predicate).flatMap { elements[$0] }
  }

  private func firstIndex(
    after isEarly: (Element) -> Bool,
    where predicate: (Element) -> Bool
  ) -> Int? {
    var (low, high) = (head, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].map(isEarly) ?? true { low = middle + 1 } else { high = middle }
    }
    return elements[low...].firstIndex { $0.map(predicate) ?? false }
  }
}
