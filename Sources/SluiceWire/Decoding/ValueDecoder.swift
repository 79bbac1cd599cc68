import SluiceTree

/// The decoder of one value, with its tree and its path.
final class ValueDecoder: Decoder {
  let run: DecodingRun
  let tree: Tree
  let depth: Int
  private let parent: ValueDecoder?
  private let key: (any CodingKey)?

  init(run: DecodingRun, tree: Tree, parent: ValueDecoder?, key: (any CodingKey)?) {
    self.run = run
    self.tree = tree
    self.parent = parent
    self.key = key
    depth = parent.map { $0.depth + 1 } ?? 1
  }

  /// Creates a decoder for the same place with another tree.
  convenience init(of tree: Tree, insteadOf other: ValueDecoder) {
    self.init(run: other.run, tree: tree, parent: other.parent, key: other.key)
  }

  /// Returns a decoder for a part of this value.
  func nested(_ tree: Tree, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(run: run, tree: tree, parent: self, key: key)
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var decoder: ValueDecoder? = self
    while let current = decoder {
      if let key = current.key { path.append(key) }
      decoder = current.parent
    }
    return path.reversed()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch tree {
    case .object(let object):
      return KeyedDecodingContainer(KeyedDecoding(decoder: self, object: object))
    case .enumCase(let name, let payload):
      // As enums encode themselves: one member, named after the case.
      let object: Tree.Object = Tree.Object([.init(key: name, value: .object(payload))])
      return KeyedDecodingContainer(KeyedDecoding(decoder: self, object: object))
    default:
      throw DecodingError.mismatch([String: Any].self, "an object", tree, codingPath)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch tree {
    case .array(let elements):
      return UnkeyedDecoding(decoder: self, elements: elements)
    case .data(let bytes):
      // As data encodes itself if it is not recognized.
      let elements = bytes.map { Tree.integer(Int64($0)) }
      return UnkeyedDecoding(decoder: self, elements: Tree.Elements(elements))
    default:
      throw DecodingError.mismatch([Any].self, "an array", tree, codingPath)
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueDecoding(decoder: self)
  }
}
