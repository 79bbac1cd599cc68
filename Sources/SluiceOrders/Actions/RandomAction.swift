public import Sluice
import SluiceTree
import SluiceWire

/// An action that makes random ones of its type itself.
///
/// ```swift
/// extension Moved: RandomAction {
///   static func random(using generator: inout SeededGenerator) -> Moved {
///     Moved(to: Point(x: .random(in: 0..<8, using: &generator), y: 0))
///   }
/// }
/// ```
public protocol RandomAction: Action {
  /// Returns a random action; the same one for the same random numbers.
  static func random(using generator: inout SeededGenerator) -> Self
}

/// An action that was drawn, and the tree from which it was decoded.
struct DrawnAction {
  let action: any Action
  /// `nil` if the action was made otherwise.
  private let tree: Tree?
  private let make: (@Sendable (Tree) -> (any Action)?)?

  init(_ action: any Action) {
    self.action = action
    tree = nil
    make = nil
  }

  /// Draws an action of a type; `nil` if there is no way to.
  init?(_ type: any Action.Type, _ values: inout RandomValues) {
    if let type = type as? any RandomAction.Type {
      self.init(type.random(using: &values.generator))
      return
    }
    func draw<A: Action & Decodable>(_ type: A.Type) -> DrawnAction? {
      guard let tree = values.draw(type) else { return nil }
      return DrawnAction(tree) { try? TreeDecoder().decode(type, from: $0) }
    }
    guard let type = type as? any (Action & Decodable).Type, let drawn = draw(type) else {
      return nil
    }
    self = drawn
    if let tree { values.learn(tree, of: "\(type)", asExample: false) }
  }

  private init?(_ tree: Tree, _ make: @escaping @Sendable (Tree) -> (any Action)?) {
    guard let action = make(tree) else { return nil }
    self.action = action
    self.tree = tree
    self.make = make
  }

  /// Actions of the type that are simpler in one value, the simplest first.
  var simpler: [DrawnAction] {
    guard let tree, let make else { return [] }
    return tree.simpler.compactMap { DrawnAction($0, make) }
  }

  /// The texts and numbers in the action.
  var values: Set<Tree> { tree?.values ?? [] }

  /// Returns the action with another value wherever it has this one.
  func replacing(_ value: Tree, by other: Tree) -> DrawnAction {
    guard let tree, let make else { return self }
    return DrawnAction(tree.replacing(value, by: other), make) ?? self
  }
}

extension Tree {
  fileprivate var values: Set<Tree> {
    switch self {
    case .integer, .string: [self]
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.values) }
    case .object(let object), .enumCase(_, let object):
      object.members.reduce(into: []) { $0.formUnion($1.value.values) }
    default: []
    }
  }

  fileprivate func replacing(_ value: Tree, by other: Tree) -> Tree {
    func changed(_ object: Object) -> Object {
      Object(
        object.members.map { member in
          Object.Member(key: member.key, value: member.value.replacing(value, by: other))
        }
      )
    }
    if self == value { return other }
    switch self {
    case .array(let elements):
      return .array(Elements(elements.map { $0.replacing(value, by: other) }))
    case .object(let object): return .object(changed(object))
    case .enumCase(let name, let payload): return .enumCase(name: name, payload: changed(payload))
    default: return self
    }
  }

  /// The trees that are simpler in one place.
  var simpler: [Tree] {
    switch self {
    case .bool(true): return [.bool(false)]
    case .integer(let value) where value != 0:
      return Set([0, 1, value / 2]).filter { abs($0) < abs(value) }.sorted { abs($0) < abs($1) }
        .map { .integer($0) }
    case .double(let value) where value != 0: return [.double(0)]
    case .string(let text) where !text.isEmpty: return [.string("")]
    case .array(let elements):
      var simpler: [Tree] = []
      for index in elements.indices {
        for parts in [[]] + elements[index].simpler.map({ [$0] }) {
          var changed = elements
          changed.replaceSubrange(index..<index + 1, with: parts)
          simpler.append(.array(changed))
        }
      }
      return simpler
    case .object(let object): return object.simpler.map { .object($0) }
    case .enumCase(let name, let payload):
      return payload.simpler.map { .enumCase(name: name, payload: $0) }
    default: return []
    }
  }
}

extension Tree.Object {
  fileprivate var simpler: [Tree.Object] {
    members.indices.flatMap { index in
      members[index].value.simpler.map { value in
        var changed = members
        changed[index].value = value
        return Tree.Object(changed)
      }
    }
  }
}
