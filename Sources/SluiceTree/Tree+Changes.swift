extension Tree {
  /// What turns the old tree into the new one, in the order in which it must be applied.
  ///
  /// Elements of an array are told apart by their `id` where each is an object that has one, and none
  /// repeats where the lists differ; members by their key. Other arrays are compared from the front,
  /// then from the back, then one by one. A container of which most is new is set as a whole.
  ///
  /// The work is bounded by the sizes of both trees, times the logarithm of the longest list where
  /// elements changed places. What both trees share is not looked at.
  package static func changes(from old: Tree, to new: Tree) -> [TreeChange] {
    var comparison = TreeComparison()
    comparison.compare(old, new)
    return comparison.changes
  }
}

extension Tree {
  /// What tells an element of a list from the others; nil if nothing does.
  fileprivate var identity: Tree? {
    switch self {
    case .object(let object): object["id"]
    // A list that was cut is still one of elements with ids.
    case .cut(.elements): .cut(.elements(0))
    default: nil
    }
  }
}

/// A walk through two trees at once that notes what differs.
private struct TreeComparison {
  /// How a value differs from what was in its place.
  enum Outcome {
    case same
    case changedWithin

    /// Set as a whole, which for its container is an edit like an insertion.
    case replaced
  }

  private(set) var changes: [TreeChange] = []
  private var steps: [TreePath.Step] = []

  @discardableResult
  mutating func compare(_ old: Tree, _ new: Tree) -> Outcome {
    let start = changes.count
    let isTold: Bool
    switch (old, new) {
    case (.array(let old), .array(let new)):
      isTold = compareElements(old, new)
    case (.object(let old), .object(let new)):
      isTold = compareMembers(old, new)
    case (.enumCase(let oldName, let old), .enumCase(let newName, let new)) where oldName == newName:
      isTold = compareMembers(old, new)
    default:
      isTold = old == new
    }
    if isTold {
      return changes.count == start ? .same : .changedWithin
    }
    changes.removeSubrange(start...)
    changes.append(.set(TreePath(steps), old: old, new: new))
    return .replaced
  }

  private mutating func compare(at step: TreePath.Step, _ old: Tree, _ new: Tree) -> Outcome {
    steps.append(step)
    defer { steps.removeLast() }
    return compare(old, new)
  }

  private func path(_ last: TreePath.Step) -> TreePath {
    TreePath(steps + CollectionOfOne(last))
  }
}

// Each of these is false when there is too much to tell, and the container is to be set as a whole.
extension TreeComparison {
  /// Up to here every edit of a container is told: a person wants to see them.
  private static let toldEdits = 32

  /// The most elements that applying a container's edits may shift: about a tenth of a second.
  private static let shiftedElements = 1 << 26

  private func isWorthTelling(edits: Int, of old: Int, and new: Int) -> Bool {
    edits <= Self.toldEdits || edits <= max(old, new) / 2
  }

  private mutating func compareMembers(_ old: Tree.Object, _ new: Tree.Object) -> Bool {
    let (old, new) = (old.members, new.members)
    if old.sharesBuffer(with: new) { return true }
    let alignment = ListAlignment(
      counts: (old.count, new.count),
      old: { old[$0].key },
      new: { new[$0].key }
    )
    // Keys never repeat, so there is always an alignment.
    guard let alignment else { return false }
    return compareAligned(
      alignment,
      old: { (.key(old[$0].key), old[$0].value) },
      new: { (.key(new[$0].key), new[$0].value) }
    )
  }

  private mutating func compareElements(_ old: [Tree], _ new: [Tree]) -> Bool {
    if old.sharesBuffer(with: new) { return true }
    let areIdentified =
      old.allSatisfy { $0.identity != nil } && new.allSatisfy { $0.identity != nil }
    guard
      areIdentified,
      let alignment = ListAlignment(
        counts: (old.count, new.count),
        old: { old[$0].identity },
        new: { new[$0].identity }
      )
    else { return compareInOrder(old, new) }
    return compareAligned(
      alignment,
      old: { (.index($0), old[$0]) },
      new: { (.index($0), new[$0]) }
    )
  }

  private mutating func compareAligned(
    _ alignment: ListAlignment,
    old: (Int) -> (step: TreePath.Step, value: Tree),
    new: (Int) -> (step: TreePath.Step, value: Tree)
  ) -> Bool {
    let (oldCount, newCount) = (alignment.oldCount, alignment.newCount)
    let edits = alignment.editCount
    guard
      isWorthTelling(edits: edits, of: oldCount, and: newCount),
      edits * max(oldCount, newCount) <= Self.shiftedElements
    else { return false }

    var count = oldCount
    for edit in alignment.edits() {
      switch edit {
      case .remove(let index):
        let (step, value) = old(index)
        changes.append(.remove(path(step), old: value))
        count -= 1
      case .insert(let index, let place):
        switch new(index) {
        case (.index, let value):
          changes.append(.add(path(.index(place)), value))
        case (.key(let key), let value):
          let position = place < count ? place : nil
          changes.append(.add(path(.key(key)), value, position: position))
        }
        count += 1
      case .move(let index, let source, let target):
        switch new(index).step {
        case .index: changes.append(.move(path(.index(source)), to: target))
        case .key(let key): changes.append(.move(path(.key(key)), to: target))
        }
      }
    }

    // Last, so that the paths are those of the new tree, in which one looks for them.
    var replaced = 0
    for index in 0..<newCount {
      guard let origin = alignment.origin(of: index) else { continue }
      let (step, value) = new(index)
      if compare(at: step, old(origin).value, value) == .replaced {
        replaced += 1
      }
    }
    return isWorthTelling(edits: edits + replaced, of: oldCount, and: newCount)
  }

  private mutating func compareInOrder(_ old: [Tree], _ new: [Tree]) -> Bool {
    let shorter = min(old.count, new.count)
    let extra = max(old.count, new.count) - shorter
    let start = changes.count
    var replaced = 0
    var front = 0
    // The first pair that differs is compared only once: here, and not for equality first.
    while front < shorter {
      let outcome = compare(at: .index(front), old[front], new[front])
      if outcome == .replaced { replaced += 1 }
      if outcome != .same, extra > 0 { break }
      front += 1
    }
    var back = 0
    while back < shorter - front, old[old.count - 1 - back] == new[new.count - 1 - back] {
      back += 1
    }
    let end = shorter - back
    if front == end {
      // Nothing but an insertion or a removal: what follows it is no pair with what was there.
      if extra > 0 {
        changes.removeSubrange(start...)
        replaced = 0
      }
    } else {
      for index in (front + 1)..<end
      where compare(at: .index(index), old[index], new[index]) == .replaced {
        replaced += 1
      }
    }
    guard
      isWorthTelling(edits: replaced + extra, of: old.count, and: new.count),
      extra * (back + 1) <= Self.shiftedElements
    else { return false }

    if old.count > new.count {
      for index in (end..<(end + extra)).reversed() {
        changes.append(.remove(path(.index(index)), old: old[index]))
      }
    } else {
      for index in end..<(end + extra) {
        changes.append(.add(path(.index(index)), new[index]))
      }
    }
    return true
  }
}

extension Array {
  /// Whether both are the same storage, hence equal; false proves nothing.
  fileprivate func sharesBuffer(with other: [Element]) -> Bool {
    // The addresses are compared and never read.
    guard count == other.count else { return false }
    let address = unsafe withUnsafeBufferPointer { $0.baseAddress }
    let otherAddress = unsafe other.withUnsafeBufferPointer { $0.baseAddress }
    return unsafe address == otherAddress
  }
}
