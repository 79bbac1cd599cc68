import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire

/// What an action of a type carries, learned by decoding it from nothing.
///
/// Each error of the type's `init(from:)` names the next value that it wants; an empty one is put there, and it is
/// decoded anew. Optional members are not wanted, and a value that the type refuses ends the search: what has
/// been found until then is a form to fill in, and need not be complete.
struct ActionExample {
  /// The number of attempts for a type.
  private static let maximalAttempts = 100
  /// What a text may have to be; the second is the text of a UUID.
  private static let texts = ["", "00000000-0000-0000-0000-000000000000"]

  /// What is known; `nil` if nothing is.
  private(set) var payload: Tree?

  init(of type: any (Action & Decodable).Type) {
    var tree = Tree.object(Tree.Object())
    for _ in 0..<Self.maximalAttempts {
      do {
        _ = try TreeDecoder().decode(type, from: tree)
        break
      } catch {
        guard let next = Self.complete(tree, after: error) else { break }
        tree = next
      }
    }
    if tree != .object(Tree.Object()) { payload = tree }
  }

  /// Returns the tree with what the type lacked; `nil` if that isn't known.
  private static func complete(_ tree: Tree, after error: any Error) -> Tree? {
    guard let error = error as? DecodingError else { return nil }
    switch error {
    case .keyNotFound(let key, let context):
      return setting(.null, at: context.codingPath + [key], in: tree)
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      guard let value = emptyValue(of: type) else { return nil }
      return setting(value, at: context.codingPath, in: tree)
    case .dataCorrupted(let context):
      guard case .string(let text)? = tree[TreePath(codingPath: context.codingPath)],
        let index = texts.firstIndex(of: text), index + 1 < texts.count
      else { return nil }
      return setting(.string(texts[index + 1]), at: context.codingPath, in: tree)
    @unknown default:
      return nil
    }
  }

  private static func emptyValue(of type: Any.Type) -> Tree? {
    switch type {
    case is Bool.Type: false
    case is String.Type: .string(texts[0])
    case is any BinaryInteger.Type: 0
    case is any BinaryFloatingPoint.Type: .double(0)
    case is [String: Any].Type: .object(Tree.Object())
    case is [Any].Type: .array([])
    default: nil
    }
  }

  /// Returns the tree with a value at a place; `nil` if there is no such place, or the value is there already.
  private static func setting(_ value: Tree, at place: [any CodingKey], in tree: Tree) -> Tree? {
    let path = TreePath(codingPath: place)
    let old = tree[path]
    guard old != value, !path.isRoot else { return nil }
    var tree = tree
    do {
      try tree.apply([old == nil ? .add(path, value) : .set(path, old: nil, new: value)])
    } catch {
      return nil
    }
    return tree
  }
}

extension AcceptedActions {
  /// The number of types above which no more examples are made.
  private static let maximalExamples = 200

  /// What actions of these types carry, by the names, as far as it can be learned.
  func examples() -> Tree.Object {
    Tree.Object(
      names.prefix(Self.maximalExamples).compactMap { name in
        guard let payload = type(named: name).flatMap({ ActionExample(of: $0).payload }) else {
          return nil
        }
        return .init(key: name, value: payload)
      }
    )
  }
}
