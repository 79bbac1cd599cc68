import SluiceTree
import SluiceWire

/// A path into a state as people write it: `cart.total`, `todos[id:4].done`, `**.note`,
/// `todos.count`.
struct ConditionPath: Hashable, Sendable {
  fileprivate enum Step: Hashable, Sendable {
    case pattern(TreePathPattern.Step)
    /// The element of a list with an id.
    case element(ElementID)

    var isWild: Bool { self == .pattern(.any) || self == .pattern(.anyNumber) }
  }

  private let steps: [Step]
  /// Whether the last step may be the number of what is in a container.
  private let endsInCount: Bool

  /// Parses a path; `nil` if it is none.
  init?(parsing text: String) {
    guard let pattern = TreePathPattern(parsing: text, allowsIDs: true) else { return nil }
    steps = pattern.steps.map { step in
      guard case .id(let id, let isQuoted) = step else { return .pattern(step) }
      return .element(ElementID(id, isQuoted: isQuoted))
    }
    endsInCount = pattern.steps.last == .named("count", index: nil)
  }

  /// Returns whether a value at the path satisfies a predicate; stops at the first one.
  func contains(in state: Tree, where predicate: (Tree) -> Bool) -> Bool {
    search(state, Progress(steps), predicate)
  }

  /// The numbers of steps that may have been taken, as bits: `**` allows several.
  private struct Progress {
    var bits: UInt64 = 0

    init(_ steps: [Step]) { insert(0, steps) }
    init() {}

    var isEmpty: Bool { bits == 0 }

    func contains(_ count: Int) -> Bool { bits & (1 << UInt64(count)) != 0 }

    /// Adds a number of steps, and those after it that `**` may leave out.
    mutating func insert(_ count: Int, _ steps: [Step]) {
      var count = count
      bits |= 1 << UInt64(count)
      while count < steps.count, steps[count] == .pattern(.anyNumber) {
        count += 1
        bits |= 1 << UInt64(count)
      }
    }
  }

  private func search(_ tree: Tree, _ progress: Progress, _ predicate: (Tree) -> Bool) -> Bool {
    if progress.contains(steps.count), predicate(tree) { return true }
    if endsInCount, progress.contains(steps.count - 1), let count = tree.countOfContents,
      predicate(.number(count))
    {
      return true
    }
    // One step that leads to one value is looked up.
    let next = progress.bits.trailingZeroBitCount
    if progress.bits.nonzeroBitCount == 1, next < steps.count, !steps[next].isWild {
      guard let child = tree.child(at: steps[next]) else { return false }
      return search(child, advanced(progress) { _ in true }, predicate)
    }
    switch tree {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let advanced = advanced(progress) { $0.matches(index: index, element) }
        if !advanced.isEmpty, search(element, advanced, predicate) { return true }
      }
    default:
      for member in tree.keyedParts?.members ?? [] {
        let advanced = advanced(progress) { $0.matches(key: member.key) }
        if !advanced.isEmpty, search(member.value, advanced, predicate) { return true }
      }
    }
    return false
  }

  private func advanced(_ progress: Progress, _ matches: (Step) -> Bool) -> Progress {
    var next = Progress()
    for count in steps.indices where progress.contains(count) && matches(steps[count]) {
      next.insert(steps[count] == .pattern(.anyNumber) ? count : count + 1, steps)
    }
    return next
  }
}

extension ConditionPath.Step {
  fileprivate func matches(key: String) -> Bool {
    switch self {
    case .pattern(let step): step.matches(key: key)
    case .element: false
    }
  }

  fileprivate func matches(index: Int, _ element: Tree) -> Bool {
    switch self {
    case .pattern(.index(let wanted)): wanted == index
    case .pattern(.named(_, let wanted)): wanted == index
    case .pattern(.any), .pattern(.anyNumber): true
    case .pattern(.key), .pattern(.id): false
    case .element(let id): id.matches(element)
    }
  }
}

extension Tree {
  /// Returns the value that a step without wildcards leads to.
  fileprivate func child(at step: ConditionPath.Step) -> Tree? {
    switch self {
    case .object, .enumCase:
      return keyedParts?.members.first { step.matches(key: $0.key) }?.value
    case .array(let elements):
      switch step {
      case .pattern(.index(let index)), .pattern(.named(_, let index?)):
        return elements.indices.contains(index) ? elements[index] : nil
      case .element(let id):
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
