import SluiceTree

@testable import ExplorerKit

/// The authors of a tree's leaves, kept up to date by applying changes forward.
indirect enum AuthorTree {
  /// An element, which has no key, or a member.
  typealias Part = (key: String?, value: AuthorTree)

  case leaf(Tree, History.Author)
  /// An array, object or case without its parts, and these.
  case parts(of: Tree, [Part])

  init(_ tree: Tree, _ author: History.Author) {
    let parts: [Part] = tree.parts.map { ($0.key, AuthorTree($0.value, author)) }
    self = parts.isEmpty ? .leaf(tree, author) : .parts(of: tree.emptied, parts)
  }

  /// The leaves by path.
  func authors(_ path: TreePath = TreePath()) -> [TreePath: History.Author] {
    switch self {
    case .leaf(_, let author): [path: author]
    case .parts(_, let parts):
      parts.enumerated().reduce(into: [:]) { sum, part in
        let step = part.element.key.map { TreePath.Step.key($0) } ?? .index(part.offset)
        sum.merge(part.element.value.authors(path.appending(step))) { $1 }
      }
    }
  }

  mutating func apply(_ change: TreeChange, _ author: History.Author) {
    apply(change, change.path.steps[...], author)
  }

  private mutating func apply(
    _ change: TreeChange,
    _ steps: ArraySlice<TreePath.Step>,
    _ author: History.Author
  ) {
    guard let step = steps.first else {
      if case .set(_, _, let new) = change { self = replaced(by: new, author) }
      return
    }
    let container = opened.container
    var parts = opened.parts
    let key: String?
    let index: Int
    switch step {
    case .key(let name): (key, index) = (name, parts.firstIndex { $0.key == name } ?? parts.count)
    case .index(let place): (key, index) = (nil, place)
    }
    switch change {
    case .add(_, let new, let position) where steps.count == 1:
      parts.insert((key, AuthorTree(new, author)), at: position ?? index)
    case .remove where steps.count == 1: parts.remove(at: index)
    case .move(_, let target) where steps.count == 1:
      parts.insert(parts.remove(at: index), at: target)
    default: parts[index].value.apply(change, steps.dropFirst(), author)
    }
    // A container without parts is a leaf, made so by the one who emptied it.
    self = parts.isEmpty ? .leaf(container, author) : .parts(of: container, parts)
  }

  private var opened: (container: Tree, parts: [Part]) {
    switch self {
    case .leaf(let tree, _): (tree, [])
    case .parts(let container, let parts): (container, parts)
    }
  }

  /// What is the same in both keeps its author: members by key, elements by id, or by place where they
  /// have none.
  private func replaced(by new: Tree, _ author: History.Author) -> AuthorTree {
    if case .leaf(let tree, _) = self, tree == new { return self }
    let (container, old) = opened
    guard !old.isEmpty, !new.parts.isEmpty, container.isArray == new.isArray else {
      return AuthorTree(new, author)
    }
    let parts = new.parts.enumerated().map { index, part -> Part in
      var before: AuthorTree?
      if !new.isArray {
        before = old.first { $0.key == part.key }?.value
      } else if let id = part.value[.key("id")] {
        before = old.first { $0.value.id == id }?.value
      } else if index < old.count {
        before = old[index].value
      }
      let kept = before?.replaced(by: part.value, author)
      return (part.key, kept ?? AuthorTree(part.value, author))
    }
    return .parts(of: new.emptied, parts)
  }

  private var id: Tree? {
    guard case .leaf(let id, _)? = opened.parts.first(where: { $0.key == "id" })?.value else {
      return nil
    }
    return id
  }
}

extension Tree {
  /// The elements, or the members with their keys.
  fileprivate var parts: [(key: String?, value: Tree)] {
    switch self {
    case .array(let elements): elements.map { (nil, $0) }
    case .object(let object), .enumCase(_, let object): object.members.map { ($0.key, $0.value) }
    default: []
    }
  }

  fileprivate var emptied: Tree {
    switch self {
    case .array: []
    case .object: [:]
    case .enumCase(let name, _): .enumCase(name: name, payload: Tree.Object())
    default: self
    }
  }

  fileprivate var isArray: Bool { if case .array = self { true } else { false } }
}
