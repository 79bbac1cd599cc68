/// What waits for its delivery, first in, first out.
///
/// Unbounded, because neither dropping a commit nor blocking its dispatcher is allowed; a queue
/// that grows long is reported.
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
      elements.removeAll(keepingCapacity: elements.count <= 64)
      head = 0
    } else if head >= 1024, head * 2 >= elements.count {
      // Half of it is used up: each element is moved once for each that was taken.
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  var first: Element? { isEmpty ? nil : elements[head] }
  var last: Element? { elements.last ?? nil }

  /// A queue of those that are meant, in order.
  func filter(_ isMeant: (Element) -> Bool) -> Deque {
    var queue = Deque()
    for case let element? in elements[head...] where isMeant(element) { queue.append(element) }
    return queue
  }

  /// The first element that is meant, behind those that come too early; they stand first, and are
  /// skipped by halving.
  func first(
    after isEarly: (Element) -> Bool,
    where isMeant: (Element) -> Bool
  ) -> Element? {
    var (low, high) = (head, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].map(isEarly) ?? true { low = middle + 1 } else { high = middle }
    }
    return elements[low...].first { $0.map(isMeant) ?? false } ?? nil
  }
}
