package import SluiceTree

/// A path in which `*` stands for any key or index, and `**` for any number of them.
///
/// Matches step by step and allocates nothing: a ``Progress`` holds every way in which the steps so
/// far may match.
package struct TreePathPattern: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
    /// As people write it: a key, or an index in digits.
    case named(String, index: Int?)
    case any
    /// The element of a list with an id, which only what sees the elements can match.
    case id(ElementID)
    /// Any number of steps, including none.
    case anyNumber

    package func matches(key: String) -> Bool {
      switch self {
      case .key(let name): name == key
      case .named(let name, let place): name == key || place != nil && place == key.placeInPayload
      // A value without a label in a case's payload.
      case .index(let place): place == key.placeInPayload
      case .any, .anyNumber: true
      case .id: false
      }
    }

    fileprivate func matches(index: Int, _ element: Tree?) -> Bool {
      switch self {
      case .index(let wanted): wanted == index
      case .named(_, let wanted): wanted == index
      case .any, .anyNumber: true
      case .id(let id): element.map(id.matches) ?? false
      case .key: false
      }
    }
  }

  /// The maximum number of steps.
  package static let longest = 63

  package let steps: [Step]

  /// Returns `nil` for a pattern without steps, and for one that is too long.
  package init?(_ steps: [Step]) {
    guard !steps.isEmpty, steps.count <= Self.longest else { return nil }
    self.steps = steps
  }

  /// The steps of a pattern that may come next: bit n is set if n steps have matched.
  package struct Progress: Sendable, Hashable {
    fileprivate var bits: UInt64

    /// Whether no further step can complete the match.
    package var isDead: Bool { bits == 0 }

    /// Returns the steps that may come next after either.
    package func union(_ other: Progress) -> Progress { Progress(bits: bits | other.bits) }
  }

  /// The progress before the first step.
  package var start: Progress {
    var progress = Progress(bits: 1)
    skipEmpty(&progress)
    return progress
  }

  package func advanced(_ progress: Progress, byKey key: String) -> Progress {
    advanced(progress) { $0.matches(key: key) }
  }

  /// Advances by an index in a list whose elements are unknown, so that no id matches.
  package func advanced(_ progress: Progress, byIndex index: Int) -> Progress {
    // A function of its own: redaction calls it for each element.
    advanced(progress) { $0.matches(index: index, nil) }
  }

  package func advanced(_ progress: Progress, byIndex index: Int, _ element: Tree) -> Progress {
    advanced(progress) { $0.matches(index: index, element) }
  }

  package func advanced(_ progress: Progress, by step: TreePath.Step) -> Progress {
    switch step {
    case .key(let key): advanced(progress, byKey: key)
    case .index(let index): advanced(progress, byIndex: index)
    }
  }

  /// Returns whether the steps so far match the whole pattern.
  package func isComplete(_ progress: Progress) -> Bool {
    progress.bits & (1 << UInt64(steps.count)) != 0
  }

  /// Returns whether the steps so far match all but the last.
  package func lacksLastStep(_ progress: Progress) -> Bool {
    progress.bits & (1 << UInt64(steps.count - 1)) != 0
  }

  /// Returns the only step that may come next, and the progress behind it; `nil` if it is a wildcard, or there are several
  /// or none.
  package func onlyStep(_ progress: Progress) -> (step: Step, behind: Progress)? {
    let place = progress.bits.trailingZeroBitCount
    guard progress.bits.nonzeroBitCount == 1, place < steps.count, steps[place] != .any else {
      return nil
    }
    return (steps[place], advanced(progress) { _ in true })
  }

  @inline(__always)
  private func advanced(_ progress: Progress, _ matches: (Step) -> Bool) -> Progress {
    var next = Progress(bits: 0)
    var rest = progress.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      guard place < steps.count, matches(steps[place]) else { continue }
      next.bits |= 1 << UInt64(steps[place] == .anyNumber ? place : place + 1)
    }
    skipEmpty(&next)
    return next
  }

  /// Skips `**`, which also matches nothing.
  private func skipEmpty(_ progress: inout Progress) {
    for place in steps.indices where steps[place] == .anyNumber {
      progress.bits |= (progress.bits & (1 << UInt64(place))) << 1
    }
  }
}

extension TreePathPattern {
  /// Returns whether a change affects a matching value: at it, below it, or all around it.
  package func matches(_ change: TreeChange) -> Bool {
    matches(change, from: start)
  }

  private func matches(_ change: TreeChange, from start: Progress) -> Bool {
    var progress = start
    for step in change.path.steps {
      progress = advanced(progress, by: step)
      if isComplete(progress) { return true }
      if progress.isDead { return false }
    }
    guard case .set(_, let old?, let new) = change, !old.isLeaf, !new.isLeaf else {
      return [change.old, change.new].contains { $0.map { leads(progress, into: $0) } ?? false }
    }
    // All around it: the value may be unchanged.
    return Tree.changes(from: old, to: new).contains { inner in
      // Nothing in common; another comparison would find the same.
      inner.path.isRoot
        ? leads(progress, into: old) || leads(progress, into: new)
        : matches(inner, from: progress)
    }
  }

  /// Returns whether the rest of the pattern matches anything in a tree.
  private func leads(_ progress: Progress, into tree: Tree) -> Bool {
    switch tree {
    case .array(let elements):
      elements.enumerated().contains { index, element in
        let next = advanced(progress, byIndex: index)
        return isComplete(next) || !next.isDead && leads(next, into: element)
      }
    default:
      tree.keyedParts?.members.contains { member in
        let next = advanced(progress, byKey: member.key)
        return isComplete(next) || !next.isDead && leads(next, into: member.value)
      } ?? false
    }
  }
}
