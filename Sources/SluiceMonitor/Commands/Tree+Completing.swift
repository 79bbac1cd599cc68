import SluiceTree

extension Tree {
  /// The result of completing a tree.
  struct Completion {
    let tree: Tree
    /// Places that could not be completed with certainty.
    let unresolved: [TreePath]
    /// Whether anything was taken from the live tree.
    let hasLiveValues: Bool
  }

  /// Returns the tree with live values in place of cut or redacted ones.
  ///
  /// Takes a live value only where it certainly belongs: under the same keys and cases, and within
  /// a list, in the element with the same `id`. An element without an id must be equal except for
  /// what is redacted in it: otherwise one person's password could be given to another.
  ///
  /// - Parameter live: The whole state, made without redaction.
  func completed(from live: Tree) -> Completion {
    var completer = Completer()
    let tree = completer.complete(self, from: live, at: [])
    return Completion(
      tree: tree,
      unresolved: completer.unresolved,
      hasLiveValues: completer.hasLiveValues
    )
  }
}

private struct Completer {
  var unresolved: [TreePath] = []
  var hasLiveValues = false
  private static let maximumPaths = 20

  mutating func complete(_ tree: Tree, from live: Tree?, at path: [TreePath.Step]) -> Tree {
    switch tree {
    case .redacted, .cut, .opaque:
      guard let live, !live.isPart else { return fail(tree, path) }
      hasLiveValues = true
      return live
    case .string(let text) where text.isPartlyRedacted:
      guard case .string(let whole)? = live, text.isPart(of: whole) else { return fail(tree, path) }
      hasLiveValues = true
      return .string(whole)
    case .object(let object):
      let inside: Tree.Object? = if case .object(let live)? = live { live } else { nil }
      return .object(complete(object, from: inside, at: path))
    case .enumCase(let name, let payload):
      let inside: Tree.Object? = if case .enumCase(name, let inside)? = live { inside } else { nil }
      let path = path + [.key(name)]
      if payload.isSingleValue {
        let value = complete(payload.asPayload, from: inside?["_0"], at: path)
        return .enumCase(name: name, payload: Tree.Object([.init(key: "_0", value: value)]))
      }
      return .enumCase(name: name, payload: complete(payload, from: inside, at: path))
    case .array(let elements):
      let inside: Tree.Elements = if case .array(let live)? = live { live } else { [] }
      return .array(complete(elements, from: inside, at: path))
    default:
      return tree
    }
  }

  private mutating func complete(
    _ object: Tree.Object,
    from live: Tree.Object?,
    at path: [TreePath.Step]
  ) -> Tree.Object {
    Tree.Object(
      object.members.map { member in
        if case .cut(.members) = member.value {
          // Cut members can't be distinguished from removed ones.
          _ = fail(member.value, path)
          return member
        }
        let value = complete(member.value, from: live?[member.key], at: path + [.key(member.key)])
        return Tree.Object.Member(key: member.key, value: value)
      }
    )
  }

  private mutating func complete(
    _ elements: Tree.Elements,
    from live: Tree.Elements,
    at path: [TreePath.Step]
  ) -> Tree.Elements {
    guard elements.contains(where: \.hasGap) else { return elements }
    var byID: [Tree: Tree] = [:]
    var ambiguous: Set<Tree> = []
    for element in live {
      guard let id = element.id else { continue }
      if byID.updateValue(element, forKey: id) != nil { ambiguous.insert(id) }
    }
    let completed = elements.enumerated().map { index, element in
      let path = path + [.index(index)]
      if case .cut(.elements) = element { return fail(element, path.dropLast()) }
      if let id = element.id {
        return complete(element, from: ambiguous.contains(id) ? nil : byID[id], at: path)
      }
      let candidate = live.indices.contains(index) ? live[index] : nil
      let isSame = live.count == elements.count && candidate.map(element.isSame) ?? false
      return complete(element, from: isSame ? candidate : nil, at: path)
    }
    return Tree.Elements(completed)
  }

  private mutating func fail(_ tree: Tree, _ path: some Sequence<TreePath.Step>) -> Tree {
    if unresolved.count < Self.maximumPaths { unresolved.append(TreePath(Array(path))) }
    return tree
  }
}

extension Tree {
  /// What distinguishes the element from others in its list.
  fileprivate var id: Tree? {
    switch self {
    case .object(let object), .enumCase(_, let object):
      guard let id = object["id"], id.isLeaf, !id.isPart else { return nil }
      return id
    default: return nil
    }
  }

  /// Whether something is missing here or below.
  fileprivate var hasGap: Bool {
    switch self {
    case .string(let text): text.isPartlyRedacted
    case .array(let elements): elements.contains(where: \.hasGap)
    case .object(let object), .enumCase(_, let object):
      object.members.contains(where: \.value.hasGap)
    default: isPart
    }
  }

  /// Whether something is missing here.
  fileprivate var isPart: Bool {
    switch self {
    case .redacted, .cut, .opaque: true
    default: false
    }
  }

  /// Returns whether this equals the other tree, except for what was cut or redacted.
  fileprivate func isSame(as live: Tree) -> Bool {
    switch (self, live) {
    case (.cut(.elements), _), (.cut(.members), _): false
    case (.redacted, _), (.cut, _), (.opaque, _): true
    case (.object(let object), .object(let live)): object.isSame(as: live)
    case (.enumCase(let name, let object), .enumCase(let other, let live)):
      name == other && object.isSame(as: live)
    case (.array(let elements), .array(let live)):
      elements.count == live.count && zip(elements, live).allSatisfy { $0.isSame(as: $1) }
    case (.string(let text), .string(let live)) where text.isPartlyRedacted: text.isPart(of: live)
    default: self == live
    }
  }
}

extension String {
  /// Whether it is, or looks like, a URL of which a part was redacted.
  fileprivate var isPartlyRedacted: Bool { contains(URLRedactor.mark) }

  /// Returns whether this equals the other text, except for what was redacted.
  fileprivate func isPart(of live: String) -> Bool {
    var rest = live[...]
    let parts = split(separator: URLRedactor.mark, omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, rest.hasPrefix(first) else {
      return false
    }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

extension Tree.Object {
  fileprivate func isSame(as live: Tree.Object) -> Bool {
    count == live.count
      && members.allSatisfy { member in
        live[member.key].map { member.value.isSame(as: $0) } ?? false
      }
  }
}
