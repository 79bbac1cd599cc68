import SluiceTree
import SluiceWire

/// A path into a state as people write it: `cart.total`, `todos[id:4].done`, `**.note`,
/// `todos.count`.
struct ConditionPath: Hashable, Sendable {
  private let pattern: TreePathPattern
  /// Whether the last step may be the number of what is in a container.
  private let endsInCount: Bool

  /// Parses a path; `nil` if it is none.
  init?(parsing text: String) {
    guard let pattern = TreePathPattern(parsing: text, allowsIDs: true) else { return nil }
    self.pattern = pattern
    endsInCount = pattern.steps.last == .named("count", index: nil)
  }

  /// Returns whether a value at the path satisfies a predicate; stops at the first one.
  func contains(in state: Tree, where predicate: (Tree) -> Bool) -> Bool {
    search(state, pattern.start, predicate)
  }

  private func search(
    _ tree: Tree,
    _ progress: TreePathPattern.Progress,
    _ predicate: (Tree) -> Bool
  ) -> Bool {
    if pattern.isComplete(progress), predicate(tree) { return true }
    if endsInCount, pattern.lacksLastStep(progress), let count = tree.countOfContents,
      predicate(.number(count))
    {
      return true
    }
    // One step that leads to one value is looked up.
    if let (step, behind) = pattern.onlyStep(progress) {
      guard let child = tree.child(at: step) else { return false }
      return search(child, behind, predicate)
    }
    switch tree {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let next = pattern.advanced(progress, byIndex: index, element)
        if !next.isDead, search(element, next, predicate) { return true }
      }
    default:
      for member in tree.keyedParts?.members ?? [] {
        let next = pattern.advanced(progress, byKey: member.key)
        if !next.isDead, search(member.value, next, predicate) { return true }
      }
    }
    return false
  }
}

extension Tree {
  /// Returns the value that a step without wildcards leads to.
  fileprivate func child(at step: TreePathPattern.Step) -> Tree? {
    switch self {
    case .object, .enumCase:
      return keyedParts?.members.first { step.matches(key: $0.key) }?.value
    case .array(let elements):
      switch step {
      case .index(let index), .named(_, let index?):
        return elements.indices.contains(index) ? elements[index] : nil
      case .id(let id):
        return elements.first(where: id.matches)
      default:
        return nil
      }
    default:
      return nil
    }
  }

  /// The number of elements, members or characters; `nil` for what has none, and for an object with
  /// a member of the name `count`.
  fileprivate var countOfContents: Int? {
    switch self {
    case .array(let elements):
      if case .cut(.elements(let omitted))? = elements.last {
        elements.count - 1 + omitted
      } else {
        elements.count
      }
    case .object(let object):
      if object["count"] != nil {
        nil
      } else if case .cut(.members(let omitted))? = object[Cut.membersKey] {
        object.count - 1 + omitted
      } else {
        object.count
      }
    case .string(let text): text.count
    default: nil
    }
  }
}
