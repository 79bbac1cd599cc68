/// What waits for its delivery, first in, first out.
///
/// Unbounded, because neither dropping a commit nor blocking its dispatcher is allowed; a queue
/// that grows long is reported.
struct CommitQueue<Element> {
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

  /// The elements that are meant, in order.
  func all(where isMeant: (Element) -> Bool) -> [Element] {
    elements[head...].compactMap { $0 }.filter(isMeant)
  }

  /// Takes the first element that is meant; the others stay in order.
  mutating func removeFirst(where isMeant: (Element) -> Bool) -> Element? {
    let found = elements[head...].firstIndex { element in element.map(isMeant) ?? false }
    guard let found else { return nil }
    if found == head { return popFirst() }
    return elements.remove(at: found)
  }
}
