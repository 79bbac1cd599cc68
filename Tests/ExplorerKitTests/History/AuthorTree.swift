import SluiceTree

@testable import ExplorerKit

/// The authors of a tree's leaves, kept up to date by applying changes forward.
indirect enum AuthorTree {
  case leaf(Tree, History.Author)
  case elements([AuthorTree])
  case members(name: String?, [(key: String, value: AuthorTree)])

  init(_ tree: Tree, _ author: History.Author) {
    switch tree {
    case .array(let elements) where !elements.isEmpty:
      self = .elements(elements.map { AuthorTree($0, author) })
    case .object(let object) where !object.isEmpty:
      self = .members(name: nil, object.members.map { ($0.key, AuthorTree($0.value, author)) })
    case .enumCase(let name, let object) where !object.isEmpty:
      self = .members(name: name, object.members.map { ($0.key, AuthorTree($0.value, author)) })
    default:
      self = .leaf(tree, author)
    }
  }

  /// The leaves by path.
  func authors(_ path: TreePath = TreePath()) -> [TreePath: History.Author] {
    switch self {
    case .leaf(_, let author): [path: author]
    case .elements(let elements):
      elements.enumerated().reduce(into: [:]) { sum, element in
        sum.merge(element.element.authors(path.appending(.index(element.offset)))) { $1 }
      }
    case .members(_, let members):
      members.reduce(into: [:]) { sum, member in
        sum.merge(member.value.authors(path.appending(.key(member.key)))) { $1 }
      }
    }
  }

  mutating func apply(_ change: TreeChange, _ author: History.Author) {
    apply(change, change.path.steps[...], author)
  }

  private var tree: Tree {
    switch self {
    case .leaf(let tree, _): tree
    case .elements(let elements): .array(elements.map(\.tree))
    case .members(let name, let members):
      Self.container(name, members.map { .init(key: $0.key, value: $0.value.tree) })
    }
  }

  private static func container(_ name: String?, _ members: [Tree.Object.Member]) -> Tree {
    let object = Tree.Object(members)
    return name.map { .enumCase(name: $0, payload: object) } ?? .object(object)
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
    var container = open()
    let isLast = steps.count == 1
    switch (container, step) {
    case (.elements(var elements), .index(let index)):
      switch change {
      case .add(_, let new, _) where isLast:
        elements.insert(AuthorTree(new, author), at: index)
      case .remove where isLast: elements.remove(at: index)
      case .move(_, let target) where isLast:
        elements.insert(elements.remove(at: index), at: target)
      default: elements[index].apply(change, steps.dropFirst(), author)
      }
      container = .elements(elements)
    case (.members(let name, var members), .key(let key)):
      let index = members.firstIndex { $0.key == key } ?? members.count
      switch change {
      case .add(_, let new, let position) where isLast:
        members.insert((key, AuthorTree(new, author)), at: position ?? members.count)
      case .remove where isLast: members.remove(at: index)
      case .move(_, let target) where isLast:
        let member = members.remove(at: index)
        members.insert(member, at: target)
      default: members[index].value.apply(change, steps.dropFirst(), author)
      }
      container = .members(name: name, members)
    default: break
    }
    self = container.closed(author)
  }

  /// An empty container as one without members.
  private func open() -> AuthorTree {
    switch self {
    case .leaf(.array, _): .elements([])
    case .leaf(.object, _): .members(name: nil, [])
    case .leaf(.enumCase(let name, _), _): .members(name: name, [])
    default: self
    }
  }

  /// A container without members as the leaf that it is, made so by the one who emptied it.
  private func closed(_ author: History.Author) -> AuthorTree {
    switch self {
    case .elements(let elements) where elements.isEmpty: .leaf(.array([]), author)
    case .members(let name, let members) where members.isEmpty:
      .leaf(Self.container(name, []), author)
    default: self
    }
  }

  /// What is the same in both keeps its author: members by key, elements by id, or by place where they
  /// have none.
  private func replaced(by new: Tree, _ author: History.Author) -> AuthorTree {
    switch (self, new) {
    case (.leaf(let old, let known), _) where old == new:
      return .leaf(new, known)
    case (.elements(let old), .array(let elements)) where !elements.isEmpty:
      let trees = old.map(\.tree)
      return .elements(
        elements.enumerated().map { index, element in
          let place =
            element["id"] == nil
            ? (index < old.count ? index : nil)
            : trees.firstIndex { $0["id"] == element["id"] }
          return place.map { old[$0].replaced(by: element, author) } ?? AuthorTree(element, author)
        }
      )
    case (.members(_, let old), .object(let object)) where !object.isEmpty:
      return .members(name: nil, Self.replaced(old, by: object, author))
    case (.members(_, let old), .enumCase(let name, let object)) where !object.isEmpty:
      return .members(name: name, Self.replaced(old, by: object, author))
    default:
      return AuthorTree(new, author)
    }
  }

  private static func replaced(
    _ old: [(key: String, value: AuthorTree)],
    by object: Tree.Object,
    _ author: History.Author
  ) -> [(key: String, value: AuthorTree)] {
    object.members.map { member in
      let before = old.first { $0.key == member.key }?.value
      return (
        member.key, before?.replaced(by: member.value, author) ?? AuthorTree(member.value, author)
      )
    }
  }
}
