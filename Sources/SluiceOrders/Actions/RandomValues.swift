import Foundation
import Sluice
import SluiceTree
import SluiceWire

/// Random values near those of examples, which a seed repeats.
struct RandomValues {
  /// The attempts at an action before it is given up, and the corrections of one attempt.
  private static let attempts = (actions: 100, corrections: 300)
  /// The values that are remembered of each member and kind.
  private static let memory = 64

  var generator: SeededGenerator
  private let decoder = TreeDecoder()
  /// Whole actions, by the names of their types.
  private var examples: [String: [Tree]] = [:]
  /// What members with a name have as values; under an empty name, what any has.
  private var known: [String: [Tree]] = [:]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Remembers an action's values, near which others are drawn.
  mutating func learn(_ tree: Tree, of type: String, asExample: Bool) {
    if asExample { examples[type, default: []].append(tree) }
    learn(tree, member: "")
  }

  private mutating func learn(_ tree: Tree, member: String) {
    switch tree {
    case .array(let elements): for element in elements { learn(element, member: member) }
    case .object(let object), .enumCase(_, let object):
      for part in object.members { learn(part.value, member: part.key) }
    case .null: break
    default:
      for name in Set([member, ""]) {
        var values = known[name, default: []]
        if values.contains(tree) { continue }
        if values.count == Self.memory { values.removeFirst() }
        known[name] = values + [tree]
      }
    }
  }

  /// Returns a tree that can be decoded as a type.
  ///
  /// Tries what the decoder asks for: its errors say which member is missing, and of which type it is.
  /// - Returns: `nil` if none is found.
  mutating func draw<Value: Decodable>(_ type: Value.Type) -> Tree? {
    for _ in 0..<Self.attempts.actions {
      let example = examples["\(type)"]?.randomElement(using: &generator)
      var tree = example.map { vary($0, member: "") } ?? .null
      for _ in 0..<Self.attempts.corrections {
        do {
          _ = try decoder.decode(type, from: tree)
          return tree
        } catch {
          guard let error = error as? DecodingError, correct(&tree, error) else { break }
        }
      }
    }
    return nil
  }

  /// Returns a tree in which some values are others.
  private mutating func vary(_ tree: Tree, member: String) -> Tree {
    switch tree {
    case .object(let object): return .object(vary(object))
    case .enumCase(let name, let payload): return .enumCase(name: name, payload: vary(payload))
    case .array(let elements):
      var varied: [Tree] = []
      for element in elements {
        let chance = Int.random(in: 0..<8, using: &generator)
        for _ in 0..<(chance == 0 ? 0 : chance == 1 ? 2 : 1) {
          varied.append(vary(element, member: member))
        }
      }
      return .array(Tree.Elements(varied))
    default:
      if Int.random(in: 0..<3, using: &generator) > 0 { return tree }
      return value(like: tree, member: member)
    }
  }

  private mutating func vary(_ object: Tree.Object) -> Tree.Object {
    var members: [Tree.Object.Member] = []
    for member in object.members {
      members.append(.init(key: member.key, value: vary(member.value, member: member.key)))
    }
    return Tree.Object(members)
  }

  private mutating func value(like tree: Tree, member: String) -> Tree {
    switch tree {
    case .bool: value(of: Bool.self, member: member) ?? tree
    case .integer: value(of: Int.self, member: member) ?? tree
    case .double: value(of: Double.self, member: member) ?? tree
    case .string(let text) where UUID(uuidString: text) != nil: .string(uuid())
    case .string: value(of: String.self, member: member) ?? tree
    default: tree
    }
  }

  /// Changes what the decoder can't read.
  /// - Returns: Whether there is another value to try.
  private mutating func correct(_ tree: inout Tree, _ error: DecodingError) -> Bool {
    switch error {
    case .keyNotFound(let key, let context):
      return tree.set(.null, at: context.codingPath.map(\.stringValue) + [key.stringValue])
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      let path = context.codingPath
      guard let value = value(of: type, member: path.last?.stringValue ?? "") else { return false }
      return tree.set(value, at: path.map(\.stringValue))
    case .dataCorrupted(let context):
      // A text that isn't any, such as a case's raw value or an id.
      let known = known[context.codingPath.last?.stringValue ?? ""]?.filter(\.isText) ?? []
      let text = known.randomElement(using: &generator) ?? .string(uuid())
      return tree.set(text, at: context.codingPath.map(\.stringValue))
    @unknown default: return false
    }
  }

  private mutating func value(of type: Any.Type, member: String) -> Tree? {
    func known(_ isKind: (Tree) -> Bool) -> Tree? {
      let values = (self.known[member] ?? self.known[""] ?? []).filter(isKind)
      return Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
    }
    switch type {
    case is Bool.Type: return .bool(Bool.random(using: &generator))
    case is String.Type:
      let near = known(\.isText)
      return near
        ?? ["", "a", "b", "Ä", "two words"].randomElement(using: &generator).map { .string($0) }
    case is any BinaryFloatingPoint.Type, is Date.Type:
      let near = known { if case .double = $0 { true } else { false } }
      return near ?? .double(Double(Int.random(in: -4...40, using: &generator)) / 4)
    case let type as any FixedWidthInteger.Type:
      let near = known { if case .integer = $0 { true } else { false } }
      if let near { return near }
      return .integer(Int64.random(in: type.isSigned ? -1...4 : 0...4, using: &generator))
    case is [Any].Type:
      let count = Int.random(in: 0...3, using: &generator)
      return .array(Tree.Elements(Array(repeating: .null, count: count)))
    case is [String: Any].Type: return .object(Tree.Object())
    case let type as any CaseIterable.Type: return randomCase(of: type)
    default: return nil
    }
  }

  private mutating func randomCase<Cases: CaseIterable>(of type: Cases.Type) -> Tree? {
    Cases.allCases.randomElement(using: &generator).map { Tree(showing: $0) }
  }

  private mutating func uuid() -> String {
    let known = known[""]?.compactMap { if case .string(let text) = $0 { text } else { nil } }
    let ids = known?.filter { UUID(uuidString: $0) != nil } ?? []
    if let id = ids.randomElement(using: &generator), Bool.random(using: &generator) { return id }
    let last = String(format: "%012X", Int.random(in: 0..<8, using: &generator))
    return "00000000-0000-4000-8000-\(last)"
  }
}

extension Tree {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }

  /// Puts a value in a place.
  /// - Returns: Whether there is such a place, and another value was there.
  fileprivate mutating func set(_ value: Tree, at path: some Collection<String>) -> Bool {
    guard let first = path.first else {
      if self == value { return false }
      self = value
      return true
    }
    switch self {
    case .array(var elements):
      guard let index = Int(first.filter(\.isNumber)), elements.indices.contains(index) else {
        return false
      }
      var element = elements[index]
      guard element.set(value, at: path.dropFirst()) else { return false }
      elements.replaceSubrange(index..<index + 1, with: [element])
      self = .array(elements)
    case .object(let object):
      var part = object[first] ?? .opaque(typeName: "")
      guard part.set(value, at: path.dropFirst()) else { return false }
      let kept = object.members.filter { $0.key != first }
      self = .object(Object(kept + [.init(key: first, value: part)]))
    case .enumCase(let name, let payload):
      var inner = Tree.object(payload)
      guard first == name, inner.set(value, at: path.dropFirst()), case .object(let changed) = inner
      else { return false }
      self = .enumCase(name: name, payload: changed)
    default: return false
    }
    return true
  }
}
