import SluiceTree

/// A path that is compared with the paths of changes, in their written form.
struct KnownPath {
  private(set) var steps: [TreePath.Step] = []
  /// The steps as ``CompactWriter`` writes them.
  fileprivate private(set) var units: [UInt8] = []
  /// Where each step begins in ``units``.
  fileprivate private(set) var starts: [Int] = []
  /// Whether each step is a key that is written in one way only: one of ASCII.
  fileprivate private(set) var areSimple: [Bool] = []

  init(_ steps: some Sequence<TreePath.Step>) {
    for step in steps { append(step) }
  }

  var count: Int { steps.count }

  mutating func append(_ step: TreePath.Step) {
    var writer = CompactWriter()
    writer.write(step)
    let isSimple = if case .key(let key) = step { key.utf8.allSatisfy { $0 < 0x80 } } else { false }
    areSimple.append(isSimple)
    starts.append(units.count)
    units += writer.bytes
    steps.append(step)
  }

  /// Removes the steps from a depth on.
  mutating func removeSteps(from depth: Int) {
    guard depth < steps.count else { return }
    units.removeSubrange(starts[depth]...)
    starts.removeSubrange(depth...)
    areSimple.removeSubrange(depth...)
    steps.removeSubrange(depth...)
  }

  /// Replaces an index by another.
  mutating func setIndex(_ index: Int, at depth: Int) {
    let start = starts[depth]
    steps[depth] = .index(index)
    if index < 64, units[start] < 0x80 {
      // As short as before.
      units[start] = UInt8(index << 1 | 1)
    } else {
      self = KnownPath(steps)
    }
  }

  fileprivate func end(of depth: Int) -> Int {
    depth + 1 < starts.count ? starts[depth + 1] : units.count
  }
}

extension CompactReader {
  /// How the path of a change lies to another path.
  enum Relation: Equatable {
    /// The paths part.
    case unrelated
    /// The change is at the value that the path's first `depth` steps lead to.
    case above(depth: Int)
    /// The change is at an element beside the one to which the path's first `depth + 1` steps lead.
    case beside(depth: Int, index: Int)
    /// The change is below the path's end.
    case below
  }

  /// Compares the path at the current position with another one, without making it.
  mutating func relation(to path: KnownPath) -> Relation {
    let count = count()
    for depth in 0..<count {
      guard depth < path.count else { return .below }
      let start = path.starts[depth]
      let length = path.end(of: depth) - start
      if matches(path.units, from: start, length) {
        // A step begins with its length, so that equal bytes are equal steps.
        position += length
        continue
      }
      if let relation = parting(from: path, at: depth, isLast: depth == count - 1) {
        return relation
      }
    }
    return .above(depth: count)
  }

  /// Returns how two paths part at a step; `nil` if it is a key that is only written differently.
  private mutating func parting(
    from path: KnownPath,
    at depth: Int,
    isLast: Bool
  ) -> Relation? {
    let head = number()
    if path.areSimple[depth] { return .unrelated }
    switch path.steps[depth] {
    case .index:
      // A key beside an index: the value is of another kind by now.
      guard head & 1 == 1, isLast else { return .unrelated }
      return .beside(depth: depth, index: Int(head >> 1))
    case .key(let key):
      // Keys are one if they differ in normalization only.
      if head & 1 == 0, text(of: Int(head >> 1)) == key { return nil }
      return .unrelated
    }
  }
}
