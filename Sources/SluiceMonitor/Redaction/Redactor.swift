package import SluiceTree
import SluiceWire

/// Redacts new trees as a ``Redaction`` specifies.
package struct Redactor: Sendable {
  private let names: SensitiveNames
  private let urls: URLRedactor?
  private let paths: [TreePathPattern]
  private let isIdle: Bool

  package init(_ redaction: Redaction) {
    let names = SensitiveNames(redaction.names)
    self.names = names
    urls = redaction.names.isEmpty ? nil : URLRedactor(names)
    paths = redaction.paths.map(\.pattern)
    isIdle = redaction.names.isEmpty && redaction.paths.isEmpty
  }

  /// Returns the redacted id of an element that is named outside of the state.
  package func redact(id: Tree) -> Tree {
    let element: Tree = ["id": id]
    return redact(element)[.key("id")] ?? .redacted
  }

  /// A tree, and what replaced it.
  package typealias Redacted = (plain: Tree, result: Tree)

  /// Returns the redacted tree; takes over the parts that it shares with an older version.
  package func redact(_ tree: Tree, after last: Redacted? = nil) -> Tree {
    if isIdle { return tree }
    let start = Ways(paths.map(\.start))
    // A path such as ** leads to the whole.
    if isComplete(start) { return .redacted }
    return replacement(for: tree, start, last) ?? tree
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
  ///
  /// - Parameter last: What was at this place in an older version.
  private func replacement(for tree: Tree, _ ways: Ways, _ last: Redacted?) -> Tree? {
    switch tree {
    case .array(let elements):
      var known: Tree.Elements.Mapped?
      if case (.array(let plain), .array(let result))? = last { known = (plain, result) }
      return replacement(for: elements, ways, known).map { .array($0) }
    case .object(let object):
      var known: RedactedObject?
      if case (.object(let plain), .object(let result))? = last { known = (plain, result) }
      return replacement(for: object, ways, known).map { .object($0) }
    case .enumCase(let name, let payload):
      if !payload.isEmpty, names.match(name) {
        let members = payload.members.map {
          Tree.Object.Member(key: $0.key, value: Self.withheld($0.value) ?? $0.value)
        }
        return .enumCase(name: name, payload: Tree.Object(members))
      }
      var known: RedactedObject?
      if case (.enumCase(name, let plain), .enumCase(name, let result))? = last {
        known = (plain, result)
      }
      return replacement(for: payload, ofCase: name, ways, known).map {
        .enumCase(name: name, payload: $0)
      }
    case .string(let text):
      return urls?.redact(text).map { .string($0) }
    case .cut(.characters(let kept, let omitted)):
      return urls?.redact(kept).map { .cut(.characters(kept: $0, omitted: omitted)) }
    default:
      return nil
    }
  }

  private typealias RedactedObject = (plain: Tree.Object, result: Tree.Object)

  /// Redacts a case's payload: paths lead to it by the case's name, and those of earlier versions
  /// without.
  private func replacement(
    for payload: Tree.Object,
    ofCase name: String,
    _ ways: Ways,
    _ last: RedactedObject?
  ) -> Tree.Object? {
    if payload.isSingleValue {
      let known = last.flatMap { last -> Redacted? in
        guard let plain = last.plain["_0"], let result = last.result["_0"] else { return nil }
        return (plain, result)
      }
      let value = child(payload.asPayload, ways, known) {
        $0.advanced($1, byKey: name).union($0.advanced($1, byKey: "_0"))
      }
      return value.map { Tree.Object([.init(key: "_0", value: $0)]) }
    }
    let inside = ways.indices.map { paths[$0].advanced(ways[$0], byKey: name) }
    if isComplete(inside) {
      return Tree.Object(payload.members.map { .init(key: $0.key, value: .redacted) })
    }
    return replacement(for: payload, zip(ways, inside).map { $0.union($1) }, last)
  }

  private func replacement(
    for object: Tree.Object,
    _ ways: Ways,
    _ last: RedactedObject?
  ) -> Tree.Object? {
    if let last, object.isIdentical(to: last.plain) {
      return last.result.isIdentical(to: last.plain) ? nil : last.result
    }
    let last = last.flatMap { $0.plain.count == $0.result.count ? $0 : nil }
    var changed: [Tree.Object.Member]?
    for (place, member) in object.members.enumerated() {
      let value: Tree?
      if names.match(member.key) {
        value = Self.withheld(member.value)
      } else {
        let known = last.flatMap { last -> Redacted? in
          guard place < last.plain.count, last.plain.members[place].key == member.key else {
            return nil
          }
          return (last.plain.members[place].value, last.result.members[place].value)
        }
        value = child(member.value, ways, known) { $0.advanced($1, byKey: member.key) }
      }
      guard let value else { continue }
      var members = changed.take() ?? object.members
      members[place].value = value
      changed = members
    }
    return changed.map { Tree.Object($0) }
  }

  private func replacement(
    for elements: Tree.Elements,
    _ ways: Ways,
    _ last: Tree.Elements.Mapped?
  ) -> Tree.Elements? {
    if let last, elements.isIdentical(to: last.plain) {
      return last.result.isIdentical(to: last.plain) ? nil : last.result
    }
    let isDead = ways.allSatisfy(\.isDead)
    // A dictionary whose keys are no texts is encoded as keys and values in turn.
    let alternates = elements.mayAlternate
    let last = last.flatMap { $0.plain.isList == elements.isList ? $0 : nil }
    return elements.replacing(after: last) { chunk, index, lastIndex in
      // Paths may name the index.
      guard let last, isDead || index == lastIndex else { return false }
      if elements.isList { return true }
      let isPaired = index % 2 == lastIndex % 2 && alternates == last.plain.mayAlternate
      if isPaired, index % 2 == 0 { return true }
      let before = [(elements, index), (last.plain, lastIndex)].map { list, index in
        index > 0 && isSensitive(list[index - 1])
      }
      return isPaired ? before[0] == before[1] : !before.contains(true) && !hasSensitive(chunk)
    } _: { index, element, known in
      if index % 2 == 1, alternates, isSensitive(elements[index - 1]) {
        return Self.withheld(element)
      }
      return child(element, ways, known) { $0.advanced($1, byIndex: index) }
    }
  }

  private func child(
    _ value: Tree,
    _ ways: Ways,
    _ last: Redacted?,
    _ advance: (TreePathPattern, TreePathPattern.Progress) -> TreePathPattern.Progress
  ) -> Tree? {
    if ways.isEmpty { return replacement(for: value, [], last) }
    var next = ways
    var isDead = true
    for index in ways.indices where !ways[index].isDead {
      next[index] = advance(paths[index], ways[index])
      if paths[index].isComplete(next[index]) { return value == .redacted ? nil : .redacted }
      isDead = isDead && next[index].isDead
    }
    return replacement(for: value, isDead ? [] : next, last)
  }

  private func hasSensitive(_ elements: [Tree]) -> Bool { elements.contains(where: isSensitive) }

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

extension Tree.Elements {
  /// Whether these may be keys and values in turn.
  fileprivate var mayAlternate: Bool { !isList && count % 2 == 0 }
}
