extension Tree {
  /// Returns the changes that turn the old tree into the new one, in the order to apply them.
  ///
  /// Distinguishes an array's elements by their `id`, those of the same by their order, and those without
  /// one by their place among themselves, but equal ones at the end; members by their key. Compares arrays without any id from the
  /// front, then from the back, then one by one. Sets a container as a whole if most of it is new.
  ///
  /// The cost is bounded by the sizes of both trees, times the logarithm of the longest list with
  /// moved elements. Doesn't examine what both trees share.
  package static func changes(from old: Tree, to new: Tree) -> [TreeChange] {
    var comparison = TreeComparison()
    comparison.compare(old, new)
    return comparison.changes
  }
}

/// Compares two trees in one walk, and records the differences.
private struct TreeComparison {
  /// How a value differs from the one before it.
  enum Outcome {
    case same
    case changedWithin

    /// Set as a whole; an edit of its container, like an insertion.
    case replaced
  }

  private(set) var changes: [TreeChange] = []
  private var steps: [TreePath.Step] = []

  @discardableResult
  mutating func compare(_ old: Tree, _ new: Tree) -> Outcome {
    let start = changes.count
    let isReported: Bool
    switch (old, new) {
    case (.array(let old), .array(let new)):
      isReported = compareElements(old, new)
    case (.object(let old), .object(let new)):
      isReported = compareMembers(old, new)
    case (.enumCase(let oldName, let old), .enumCase(let newName, let new))
    where oldName == newName && old.hasKeys(of: new):
      isReported = comparePayloads(of: newName, old, new)
    default:
      isReported = old == new
    }
    assert(changes.count >= start)
    if changes.count == start, isReported { return .same }
    if isReported, !isLonger(from: start, than: new) { return .changedWithin }
    changes.removeSubrange(start...)
    changes.append(.set(TreePath(steps), old: old, new: new))
    return .replaced
  }

  private mutating func compare(at step: TreePath.Step, _ old: Tree, _ new: Tree) -> Outcome {
    steps.append(step)
    defer { steps.removeLast() }
    return compare(old, new)
  }

  /// The steps of paths up to which changes are not compared with what they change.
  private static let toldSteps = 4_096

  /// Returns whether the paths of a value's changes are longer than the value: as when something is
  /// wrapped around a deep one, which changes each level.
  private func isLonger(from start: Int, than value: Tree) -> Bool {
    guard changes.count - start > Self.reportedEdits else { return false }
    let length = changes[start...].reduce(0) { $0 + $1.path.steps.count - steps.count }
    guard length > Self.toldSteps else { return false }
    var remaining = length
    return value.takeValues(from: &remaining)
  }

  private func path(_ last: TreePath.Step) -> TreePath {
    TreePath(steps + CollectionOfOne(last))
  }
}

// Each returns `false` if there are too many edits, and the container must be set as a whole.
extension TreeComparison {
  /// The number of a container's edits that are always reported: a person wants to see them.
  private static let reportedEdits = 32

  /// The maximum number of elements that a container's edits may shift: about a tenth of a second.
  private static let shiftedElements = 1 << 25

  private func areFewEnough(edits: Int, of old: Int, and new: Int) -> Bool {
    edits <= Self.reportedEdits || edits <= max(old, new) / 2
  }

  private mutating func compareMembers(_ old: Tree.Object, _ new: Tree.Object) -> Bool {
    if old.isIdentical(to: new) { return true }
    let (old, new) = (old.members, new.members)
    let alignment = ListAlignment(
      counts: (old.count, new.count),
      old: { old[$0].key },
      new: { new[$0].key }
    )
    return compareAligned(
      alignment,
      old: { (.key(old[$0].key), old[$0].value) },
      new: { (.key(new[$0].key), new[$0].value) }
    )
  }

  /// Compares what a case leads to in both trees.
  private mutating func comparePayloads(
    of name: String,
    _ old: Tree.Object,
    _ new: Tree.Object
  ) -> Bool {
    if old.isIdentical(to: new) { return true }
    steps.append(.key(name))
    defer { steps.removeLast() }
    guard new.isSingleValue else { return compareMembers(old, new) }
    compare(old.members[0].value, new.members[0].value)
    return true
  }

  private mutating func compareElements(_ old: Tree.Elements, _ new: Tree.Elements) -> Bool {
    if old.isIdentical(to: new) { return true }
    var pair = Tree.Elements.Pair(old, new)
    guard old.hasIdentities || new.hasIdentities else { return compareInOrder(old, new) }
    let alignment = ListAlignment(
      counts: (old.count, new.count),
      old: { ElementIdentity(pair.old[$0], at: $0, in: old) },
      new: { ElementIdentity(pair.new[$0], at: $0, in: new) },
      sharedFrom: { pair.sharedCount(from: $0, $1) },
      sharedThrough: { old, new in
        let shared = pair.sharedCount(through: old, new)
        // Without an id, an element behind others is known by its value, whether both share it or not.
        return shared == 0 && !pair.old[old].hasIdentity && pair.old[old] == pair.new[new]
          ? 1 : shared
      }
    )
    return compareAligned(
      alignment,
      old: { (.index($0), pair.old[$0]) },
      new: { (.index($0), pair.new[$0]) },
      sharedFrom: { pair.sharedCount(from: $0, $1) }
    )
  }

  private mutating func compareAligned(
    _ alignment: ListAlignment,
    old: (Int) -> (step: TreePath.Step, value: Tree),
    new: (Int) -> (step: TreePath.Step, value: Tree),
    sharedFrom: (_ old: Int, _ new: Int) -> Int = { _, _ in 0 }
  ) -> Bool {
    let (oldCount, newCount) = (alignment.oldCount, alignment.newCount)
    let edits = alignment.editCount
    guard areFewEnough(edits: edits, of: oldCount, and: newCount) else { return false }

    var count = oldCount
    var shifted = 0
    for edit in alignment.edits() {
      shifted += edit.shiftedCount(of: count)
      guard shifted <= Self.shiftedElements else { return false }
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

    assert(count == newCount)
    // Last, so that the paths are those of the new tree, where readers look for them.
    var replaced = 0
    var index = 0
    while index < newCount {
      guard let origin = alignment.origin(of: index) else {
        index += 1
        continue
      }
      let shared = sharedFrom(origin, index)
      if shared > 0 {
        index = alignment.end(ofRunFrom: index, limit: shared)
        continue
      }
      let (step, value) = new(index)
      if compare(at: step, old(origin).value, value) == .replaced {
        replaced += 1
      }
      index += 1
    }
    return areFewEnough(edits: edits + replaced, of: oldCount, and: newCount)
  }

  private mutating func compareInOrder(_ old: Tree.Elements, _ new: Tree.Elements) -> Bool {
    var pair = Tree.Elements.Pair(old, new)
    let shorter = min(old.count, new.count)
    let extra = max(old.count, new.count) - shorter
    let start = changes.count
    var replaced = 0
    var front = 0
    // Compares the first different pair only once: here, and not for equality first.
    while front < shorter {
      let shared = pair.sharedCount(from: front, front)
      if shared > 0 {
        front += shared
        continue
      }
      let outcome = compare(at: .index(front), pair.old[front], pair.new[front])
      if outcome == .replaced { replaced += 1 }
      if outcome != .same, extra > 0 { break }
      front += 1
    }
    var back = 0
    while back < shorter - front {
      let (oldIndex, newIndex) = (old.count - 1 - back, new.count - 1 - back)
      let shared = pair.sharedCount(through: oldIndex, newIndex)
      guard shared > 0 || pair.old[oldIndex] == pair.new[newIndex] else { break }
      back = min(back + max(shared, 1), shorter - front)
    }
    let end = shorter - back
    assert(front <= end)
    if front == end {
      // Only an insertion or a removal: what follows it doesn't pair with the old elements.
      if extra > 0 {
        changes.removeSubrange(start...)
        replaced = 0
      }
    } else {
      var index = front + 1
      while index < end {
        let shared = pair.sharedCount(from: index, index)
        if shared == 0,
          compare(at: .index(index), pair.old[index], pair.new[index]) == .replaced
        {
          replaced += 1
        }
        index += max(shared, 1)
      }
    }
    guard
      areFewEnough(edits: replaced + extra, of: old.count, and: new.count),
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

/// What distinguishes an element from others of its list, where some have ids.
private enum ElementIdentity: Hashable {
  case id(Tree)
  /// The number of elements without an id before it.
  case place(Int)

  init(_ element: Tree, at index: Int, in list: Tree.Elements) {
    self = element.identity.map { .id($0) } ?? .place(list.anonymousCount(before: index))
  }
}

extension Tree {
  /// Takes one for each value from a number; returns `false` as soon as nothing remains.
  fileprivate func takeValues(from remaining: inout Int) -> Bool {
    remaining -= 1
    guard remaining > 0 else { return false }
    switch self {
    case .array(let elements):
      return elements.allSatisfy { $0.takeValues(from: &remaining) }
    case .object(let object), .enumCase(_, let object):
      return object.members.allSatisfy { $0.value.takeValues(from: &remaining) }
    default: return true
    }
  }
}
