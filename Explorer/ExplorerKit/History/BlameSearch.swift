import SluiceTree

/// Finds for many leaves at once what last changed them, going back through changes.
struct BlameSearch {
  struct Leaf {
    let path: TreePath
    let value: Tree
    var author: History.Author?
  }

  private(set) var leaves: [Leaf] = []
  private var root: Node?
  /// The changes of the current entry; here, so that their storage is used again.
  private var changes: [CompactReader.Change] = []

  /// - Parameter path: Where the leaves are in a state.
  init(_ state: Tree, _ path: TreePath) {
    root = node(of: state, path.steps[...], TreePath())
  }

  var isDone: Bool { root?.pending ?? 0 == 0 }

  /// Goes back over the changes of an entry.
  mutating func goBack(
    over reader: inout CompactReader,
    _ author: () -> History.Author
  ) {
    changes.removeAll(keepingCapacity: true)
    for _ in 0..<reader.count() { changes.append(reader.skipChange()) }
    var found: [Int] = []
    for change in changes.reversed() {
      reader.position = change.path
      guard let root else { continue }
      let count = reader.count()
      root.goBack(over: change, stepsLeft: count, &reader, &found)
    }
    guard !found.isEmpty else { return }
    let author = author()
    for index in found { leaves[index].author = author }
  }

  /// Makes a node for what lies on a path; nothing that lies beside it is searched for.
  private mutating func node(
    of tree: Tree,
    _ rest: ArraySlice<TreePath.Step>,
    _ path: TreePath
  ) -> Node {
    guard let next = rest.first else { return node(of: tree, path) }
    let inner = tree[next].map { node(of: $0, rest.dropFirst(), path.appending(next)) }
    switch (tree, next) {
    case (.array(let elements), .index(let index)):
      var nodes = [Node?](repeating: nil, count: elements.count)
      nodes[index] = inner
      return Node(elements: nodes)
    case (_, .key(let key)):
      return Node(members: inner.map { [key: $0] } ?? [:])
    default:
      return Node(members: [:])
    }
  }

  private mutating func node(of tree: Tree, _ path: TreePath) -> Node {
    switch tree {
    case .array(let elements) where !elements.isEmpty:
      var nodes: [Node?] = []
      nodes.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        nodes.append(node(of: element, path.appending(.index(index))))
      }
      return Node(elements: nodes)
    case .object(let object) where !object.isEmpty: return node(of: object, path)
    case .enumCase(_, let payload) where !payload.isEmpty:
      return node(of: tree.keyedParts ?? payload, path)
    default:
      leaves.append(Leaf(path: path, value: tree))
      return Node(leaf: leaves.count - 1)
    }
  }

  private mutating func node(of object: Tree.Object, _ path: TreePath) -> Node {
    var nodes: [String: Node] = [:]
    for member in object.members {
      nodes[member.key] = node(of: member.value, path.appending(.key(member.key)))
    }
    return Node(members: nodes)
  }
}

/// A part of the tree as it was before the changes that were passed so far, with the leaves that
/// are searched for.
private final class Node {
  private enum Kind { case leaf, members, elements }

  private let kind: Kind
  /// The index of a leaf: a value without parts, or an empty container.
  private let leaf: Int
  private var members: [String: Node] = [:]
  /// With `nil` for elements in which nothing is searched for.
  private var elements: [Node?] = []
  /// The number of leaves below whose author is not found.
  private(set) var pending: Int

  init(leaf: Int) {
    kind = .leaf
    self.leaf = leaf
    pending = 1
  }

  init(members: [String: Node]) {
    kind = .members
    leaf = -1
    self.members = members
    pending = members.values.reduce(0) { $0 + $1.pending }
  }

  init(elements: [Node?]) {
    kind = .elements
    leaf = -1
    self.elements = elements
    pending = elements.reduce(0) { $0 + ($1?.pending ?? 0) }
  }

  /// Goes back over a change, whose path's next step is at the reader's position.
  ///
  /// - Parameter found: The leaves that it changed.
  func goBack(
    over change: CompactReader.Change,
    stepsLeft: Int,
    _ reader: inout CompactReader,
    _ found: inout [Int]
  ) {
    guard pending > 0 else { return }
    let before = found.count
    defer { pending = max(pending - (found.count - before), 0) }
    if kind == .leaf {
      // At it, or in it: an empty container had something in it.
      if stepsLeft == 0, case .set(_, let old?, let new) = Self.values(change, &reader), old == new
      {
        return
      }
      found.append(leaf)
      return
    }
    if stepsLeft == 0 {
      guard case .set(_, let old, let new) = Self.values(change, &reader) else { return }
      replace(new, by: old, &found)
      return
    }
    let step = reader.step()
    if stepsLeft > 1 || change.kind == .set {
      child(step)?.goBack(over: change, stepsLeft: stepsLeft - 1, &reader, &found)
      return
    }
    goBack(over: change, at: step, &reader, &found)
  }

  /// Reads the values of a change whose path was read.
  private static func values(
    _ change: CompactReader.Change,
    _ reader: inout CompactReader
  ) -> TreeChange {
    reader.values(of: change.kind, TreePath())
  }

  private func child(_ step: TreePath.Step) -> Node? {
    switch step {
    case .key(let key): members[key]
    case .index(let index): index < elements.count ? elements[index] : nil
    }
  }

  /// Goes back over a change of the children themselves.
  private func goBack(
    over change: CompactReader.Change,
    at step: TreePath.Step,
    _ reader: inout CompactReader,
    _ found: inout [Int]
  ) {
    switch (kind, step) {
    case (.members, .key(let key)):
      guard change.kind == .add else { return }
      members.removeValue(forKey: key)?.resolve(&found)
    case (.elements, .index(let index)):
      // Of a file that others wrote to, changes may be those of another state.
      guard index < elements.count + (change.kind == .remove ? 1 : 0) else { return }
      switch change.kind {
      case .add: elements.remove(at: index)?.resolve(&found)
      case .remove: elements.insert(nil, at: index)
      case .move:
        guard case .move(_, let target) = Self.values(change, &reader) else { return }
        guard target < elements.count else { return }
        let child = elements.remove(at: target)
        elements.insert(child, at: index)
      case .set: break
      }
    default: break
    }
  }

  /// Finds the author of all leaves below.
  private func resolve(_ found: inout [Int]) {
    guard pending > 0 else { return }
    pending = 0
    switch kind {
    case .leaf: found.append(leaf)
    case .members: for child in members.values { child.resolve(&found) }
    case .elements: for child in elements { child?.resolve(&found) }
    }
  }

  /// Goes back over a change that put a value in the place of another.
  ///
  /// What is the same in both is older: members by key, elements by id, or by their place where they
  /// have none.
  private func replace(_ new: Tree, by old: Tree?, _ found: inout [Int]) {
    switch (kind, new, old) {
    case (.leaf, _, _):
      if old != new { found.append(leaf) }
    case (.elements, .array(let new), .array(let old)?):
      replaceElements(new, by: old, &found)
    case (.members, _, _):
      guard let new = new.keyedParts, let old = old?.keyedParts else { return resolve(&found) }
      replaceMembers(new, by: old, &found)
    default:
      resolve(&found)
    }
  }

  private func replaceMembers(
    _ new: Tree.Object,
    by old: Tree.Object,
    _ found: inout [Int]
  ) {
    var kept: [String: Node] = [:]
    for member in new.members {
      guard let child = members[member.key], child.pending > 0 else { continue }
      if let value = old[member.key] {
        child.goBack(from: member.value, to: value, &found)
        kept[member.key] = child
      } else {
        child.resolve(&found)
      }
    }
    members = kept
  }

  private func replaceElements(
    _ new: Tree.Elements,
    by old: Tree.Elements,
    _ found: inout [Int]
  ) {
    var places: [Tree: Int] = [:]
    for (index, element) in old.enumerated().reversed() {
      if let id = element.idMember { places[id] = index }
    }
    var kept = [Node?](repeating: nil, count: old.count)
    for (index, child) in elements.enumerated() {
      guard let child, child.pending > 0, index < new.count else { continue }
      let place: Int? =
        if let id = new[index].idMember { places[id] } else { index < old.count ? index : nil }
      if let place, kept[place] == nil {
        child.goBack(from: new[index], to: old[place], &found)
        kept[place] = child
      } else {
        child.resolve(&found)
      }
    }
    elements = kept
  }

  private func goBack(from new: Tree, to old: Tree, _ found: inout [Int]) {
    let before = found.count
    replace(new, by: old, &found)
    pending = max(pending - (found.count - before), 0)
  }
}

extension Tree {
  /// The value of an object's member `id`.
  fileprivate var idMember: Tree? {
    if case .object(let object) = self { object["id"] } else { nil }
  }
}
