import SluiceTree

/// A path that is compared with the paths of changes, in their written form.
struct KnownPath {
  private(set) var steps: [TreePath.Step] = []
  /// The steps as ``CompactWriter`` writes them.
  fileprivate private(set) var units: [UInt8] = []
  /// Where each step begins in ``units``.
  fileprivate private(set) var starts: [Int] = []
  /// The number of keys in front of the first index.
  fileprivate private(set) var leadingKeys = 0

  init(_ steps: some Sequence<TreePath.Step>) {
    for step in steps { append(step) }
  }

  var count: Int { steps.count }

  mutating func append(_ step: TreePath.Step) {
    var writer = CompactWriter()
    writer.write(step)
    if case .key = step, leadingKeys == steps.count { leadingKeys += 1 }
    starts.append(units.count)
    units += writer.bytes
    steps.append(step)
  }

  /// Removes the steps from a depth on.
  mutating func removeSteps(from depth: Int) {
    guard depth < steps.count else { return }
    units.removeSubrange(starts[depth]...)
    starts.removeSubrange(depth...)
    steps.removeSubrange(depth...)
    leadingKeys = min(leadingKeys, depth)
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
    /// The paths part; `forEver` unless they may meet when elements of a list are moved.
    case unrelated(forEver: Bool)
    /// The change is at the value that the path's first `depth` steps lead to.
    case above(depth: Int)
    /// The change is at an element beside the one to which the path's first `depth + 1` steps lead.
    case beside(depth: Int, index: Int)
    /// The change is below the path's end.
    case below

    var isUnrelated: Bool {
      if case .unrelated = self { true } else { false }
    }
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
    switch path.steps[depth] {
    case .index:
      // A key beside an index: the value is of another kind by now.
      guard head & 1 == 1, isLast else { return .unrelated(forEver: false) }
      return .beside(depth: depth, index: Int(head >> 1))
    case .key(let key):
      // Keys are one if they differ in normalization only, which those of ASCII don't.
      if head & 1 == 0, !key.utf8.allSatisfy({ $0 < 0x80 }), text(of: Int(head >> 1)) == key {
        return nil
      }
      return .unrelated(forEver: depth < path.leadingKeys)
    }
  }
}
