import SluiceTree

/// Redacts new trees as a ``Redaction`` specifies.
struct Redactor: Sendable {
  private let names: SensitiveNames
  private let urls: URLRedactor?
  private let paths: [TreePathPattern]
  private let isIdle: Bool

  init(_ redaction: Redaction) {
    let names = SensitiveNames(redaction.names)
    self.names = names
    urls = redaction.names.isEmpty ? nil : URLRedactor(names)
    paths = redaction.paths.map(\.pattern)
    isIdle = redaction.names.isEmpty && redaction.paths.isEmpty
  }

  /// Returns the redacted tree.
  func redact(_ tree: Tree) -> Tree {
    if isIdle { return tree }
    let start = Ways(paths.map(\.start))
    // A path such as ** leads to the whole.
    if isComplete(start) { return .redacted }
    return replacement(for: tree, start) ?? tree
  }

  /// Returns an action's redacted payload; redacted as a whole if the action's name matches.
  func redact(payload: Tree, of action: String) -> Tree {
    names.match(action) ? Self.withheld(payload) ?? payload : redact(payload)
  }

  /// How far each path has matched; empty if none continues.
  private typealias Ways = [TreePathPattern.Progress]

  private func isComplete(_ ways: Ways) -> Bool {
    ways.indices.contains { paths[$0].isComplete(ways[$0]) }
  }

  /// Returns `nil` if nothing is redacted, which leaves the tree unshared and uncopied.
  private func replacement(for tree: Tree, _ ways: Ways) -> Tree? {
    switch tree {
    case .array(let elements):
      return replacement(for: elements, ways).map { .array($0) }
    case .object(let object):
      return replacement(for: object, ways).map { .object($0) }
    case .enumCase(let name, let payload):
      if !payload.isEmpty, names.match(name) {
        let members = payload.members.map {
          Tree.Object.Member(key: $0.key, value: Self.withheld($0.value) ?? $0.value)
        }
        return .enumCase(name: name, payload: Tree.Object(members))
      }
      return replacement(for: payload, ways).map { .enumCase(name: name, payload: $0) }
    case .string(let text):
      return urls?.redact(text).map { .string($0) }
    case .cut(.characters(let kept, let omitted)):
      return urls?.redact(kept).map { .cut(.characters(kept: $0, omitted: omitted)) }
    default:
      return nil
    }
  }

  private func replacement(for object: Tree.Object, _ ways: Ways) -> Tree.Object? {
    var changed: [Tree.Object.Member]?
    for (place, member) in object.members.enumerated() {
      let value: Tree?
      if names.match(member.key) {
        value = Self.withheld(member.value)
      } else {
        value = child(member.value, ways) { $0.advanced($1, byKey: member.key) }
      }
      guard let value else { continue }
      var members = changed.take() ?? object.members
      members[place].value = value
      changed = members
    }
    return changed.map { Tree.Object($0) }
  }

  private func replacement(for elements: [Tree], _ ways: Ways) -> [Tree]? {
    var changed: [Tree]?
    for (place, element) in elements.enumerated() {
      let value: Tree?
      // A dictionary whose keys are no texts is encoded as keys and values in turn.
      if place % 2 == 1, elements.count % 2 == 0, isSensitive(elements[place - 1]) {
        value = Self.withheld(element)
      } else {
        value = child(element, ways) { $0.advanced($1, byIndex: place) }
      }
      guard let value else { continue }
      var values = changed.take() ?? elements
      values[place] = value
      changed = values
    }
    return changed
  }

  private func child(
    _ value: Tree,
    _ ways: Ways,
    _ advance: (TreePathPattern, TreePathPattern.Progress) -> TreePathPattern.Progress
  ) -> Tree? {
    if ways.isEmpty { return replacement(for: value, []) }
    var next = ways
    var isDead = true
    for index in ways.indices where !ways[index].isDead {
      next[index] = advance(paths[index], ways[index])
      if paths[index].isComplete(next[index]) { return value == .redacted ? nil : .redacted }
      isDead = isDead && next[index].isDead
    }
    return replacement(for: value, isDead ? [] : next)
  }

  private func isSensitive(_ key: Tree) -> Bool {
    switch key {
    case .string(let name): names.match(name)
    case .enumCase(let name, let payload): payload.isEmpty && names.match(name)
    // The encoding of an enum's case without payload.
    case .object(let object) where object.count == 1 && object.members[0].value == [:]:
      names.match(object.members[0].key)
    default: false
    }
  }

  private static func withheld(_ value: Tree) -> Tree? {
    switch value {
    case .null, .bool, .redacted: nil
    default: .redacted
    }
  }
}
