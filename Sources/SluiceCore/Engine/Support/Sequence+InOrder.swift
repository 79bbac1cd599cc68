extension Sequence {
  /// Returns the elements in the order of their numbers; equal numbers stay in their order.
  ///
  /// Sorts the numbers rather than the elements: a sort takes 5 KB of a program for each type that
  /// it sorts.
  @inlinable
  package func inOrder(of number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    if elements.count < 2 { return elements }
    var order = elements.indices.map { (number: number(elements[$0]), index: $0) }
    order.sort { $0 < $1 }
    return order.map { elements[$0.index] }
  }
}
