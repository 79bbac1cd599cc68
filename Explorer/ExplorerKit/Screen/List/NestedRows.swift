/// The rows of a list in the order in which one led to another: what a commit led to follows on it.
///
/// Rows are named by their places in the order of time. Adding rows costs no more than what stands
/// behind the first one that they belong to, so that nothing is ordered anew while the list follows a
/// program.
struct NestedRows: Hashable, Sendable {
  /// The rows in the order in which they are shown.
  private(set) var order: [Int] = []
  /// Where each row stands in the order.
  private(set) var places: [Int] = []
  /// The row that led to each row.
  private var parents: [Int?] = []
  /// The number of rows that each row is under.
  private(set) var depths: [Int] = []

  var count: Int { order.count }

  /// Adds the rows that are next in the order of time.
  ///
  /// - Parameter newParents: For each of them, the row before it that led to it, if one did.
  mutating func append(_ newParents: [Int?]) {
    let old = count
    var children: [Int: [Int]] = [:]
    var roots: [Int] = []
    for (row, parent) in zip(old..., newParents) {
      parents.append(parent)
      depths.append(parent.map { depths[$0] + 1 } ?? 0)
      if let parent { children[parent, default: []].append(row) } else { roots.append(row) }
    }
    // Where the rows stand that get something.
    var parentPlaces = children.keys.filter { $0 < old }.map { places[$0] }.sorted()[...]
    let start = parentPlaces.first ?? old
    let moved = Array(order[start...])
    order.removeSubrange(start...)
    // The rows that get something, and whose own descendants are not all passed yet.
    var open: [Int] = []
    for (place, row) in zip(start..., moved) {
      while let last = open.last, depths[row] <= depths[last] {
        appendDescendants(of: last, children)
        open.removeLast()
      }
      order.append(row)
      guard parentPlaces.first == place else { continue }
      parentPlaces.removeFirst()
      open.append(row)
    }
    while let last = open.popLast() { appendDescendants(of: last, children) }
    for root in roots {
      order.append(root)
      appendDescendants(of: root, children)
    }
    places += repeatElement(0, count: newParents.count)
    for place in start..<count { places[order[place]] = place }
  }

  /// Adds new rows behind one, and behind each of them what it led to.
  private mutating func appendDescendants(of row: Int, _ children: [Int: [Int]]) {
    // Not by recursion: a chain may have thousands.
    var pending = (children[row] ?? []).reversed() as [Int]
    while let next = pending.popLast() {
      order.append(next)
      if let more = children[next] { pending += more.reversed() }
    }
  }

  /// Removes the oldest rows; what they led to stays where it is.
  mutating func removeFirst(_ number: Int) {
    let number = min(number, count)
    order = order.compactMap { $0 < number ? nil : $0 - number }
    parents = parents.dropFirst(number).map { $0.flatMap { $0 < number ? nil : $0 - number } }
    depths = []
    for parent in parents { depths.append(parent.map { depths[$0] + 1 } ?? 0) }
    places = Array(repeating: 0, count: count)
    for (place, row) in order.enumerated() { places[row] = place }
  }
}
