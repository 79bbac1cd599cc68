import SluiceTree

/// Replaces what a ``Redaction`` names, in trees that have just been made.
struct Redactor: Sendable {
  private let names: TellingNames
  private let paths: [ArraySlice<RedactedPath.Step>]
  private let isIdle: Bool

  init(_ redaction: Redaction) {
    names = TellingNames(redaction.names)
    paths = redaction.paths.map { RedactedPath(parsing: $0).steps[...] }
    isIdle = redaction.names.isEmpty && redaction.paths.isEmpty
  }

  /// The tree without what is to be withheld.
  func redact(_ tree: Tree) -> Tree {
    isIdle ? tree : replacement(for: tree, paths) ?? tree
  }

  /// What an action carries; withheld as a whole where the action's name tells.
  func redact(payload: Tree, of action: String) -> Tree {
    names.match(action) ? Self.withheld(payload) ?? payload : redact(payload)
  }

  private typealias Paths = [ArraySlice<RedactedPath.Step>]

  /// `nil` where nothing is withheld, which leaves what is there unshared and uncopied.
  private func replacement(for tree: Tree, _ paths: Paths) -> Tree? {
    switch tree {
    case .array(let elements):
      return replacement(for: elements, paths).map { .array($0) }
    case .object(let object):
      return replacement(for: object, paths).map { .object($0) }
    case .enumCase(let name, let payload):
      if !payload.isEmpty, names.match(name) {
        let members = payload.members.map {
          Tree.Object.Member(key: $0.key, value: Self.withheld($0.value) ?? $0.value)
        }
        return .enumCase(name: name, payload: Tree.Object(members))
      }
      return replacement(for: payload, paths).map { .enumCase(name: name, payload: $0) }
    default:
      return nil
    }
  }

  private func replacement(for object: Tree.Object, _ paths: Paths) -> Tree.Object? {
    var changed: [Tree.Object.Member]?
    for (place, member) in object.members.enumerated() {
      let value: Tree?
      if names.match(member.key) {
        value = Self.withheld(member.value)
      } else {
        value = child(member.value, paths) { $0.matches(key: member.key) }
      }
      guard let value else { continue }
      var members = changed.take() ?? object.members
      members[place].value = value
      changed = members
    }
    return changed.map { Tree.Object($0) }
  }

  private func replacement(for elements: [Tree], _ paths: Paths) -> [Tree]? {
    var changed: [Tree]?
    for (place, element) in elements.enumerated() {
      let value: Tree?
      // A dictionary whose keys are no texts is encoded as keys and values in turn.
      if place % 2 == 1, elements.count % 2 == 0, isTelling(elements[place - 1]) {
        value = Self.withheld(element)
      } else {
        value = child(element, paths) { $0.matches(index: place) }
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
    _ paths: Paths,
    where matches: (RedactedPath.Step) -> Bool
  ) -> Tree? {
    if paths.isEmpty { return replacement(for: value, []) }
    var rests: Paths = []
    for path in paths {
      guard let step = path.first, matches(step) else { continue }
      if path.count == 1 { return value == .redacted ? nil : .redacted }
      rests.append(path.dropFirst())
    }
    return replacement(for: value, rests)
  }

  private func isTelling(_ key: Tree) -> Bool {
    switch key {
    case .string(let name): names.match(name)
    case .enumCase(let name, let payload): payload.isEmpty && names.match(name)
    // How an enum's case without payload is encoded.
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
