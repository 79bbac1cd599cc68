/// The encoder of one value; holds what the value has encoded so far.
///
/// A class, because a value may keep a container and write to it later.
///
/// Encoders retain those of their parts, and never the enclosing one: a reference upwards would be
/// a cycle, which retains the whole tree. Errors name the coding path, which is all that a part
/// needs to know of its surroundings.
final class ValueEncoder: Encoder {
  let run: EncodingRun
  let depth: Int
  private let ancestors: CodingPath?
  private let key: (any CodingKey)?
  private let parentPlace: EncodingPlace?
  /// Where the last encodings of this value's parts are; `nil` if they aren't reused.
  var place: EncodingPlace?
  /// The path to this value; made when a part first needs it, since most values have none.
  private lazy var path: CodingPath? = key.map { CodingPath($0, in: ancestors) } ?? ancestors
  private var content = Content.nothing

  private enum Content {
    case nothing
    case single(Tree)
    case keyed(KeyedContent)
    case unkeyed(UnkeyedContent)

    /// Below a container that should not have been requested; every value is an error.
    case refused
  }

  init(run: EncodingRun, parent: ValueEncoder?, key: (any CodingKey)?) {
    self.run = run
    self.key = key
    ancestors = parent?.path
    parentPlace = parent?.place
    depth = parent.map { $0.depth + 1 } ?? 1
  }

  /// Creates an encoder of the same value in another run.
  init(run: EncodingRun, sameAs other: ValueEncoder) {
    self.run = run
    key = other.key
    ancestors = other.ancestors
    parentPlace = nil
    depth = other.depth
  }

  /// Returns an encoder for a part of this value, which refuses every value if this one does.
  func nested(_ key: any CodingKey, isRefusing: Bool) -> ValueEncoder {
    let nested = ValueEncoder(run: run, parent: self, key: key)
    if isRefusing { nested.content = .refused }
    nested.place = nested.findPlace(isUnbounded: true)
    if let part = nested.place { place?.begin(part: part) }
    return nested
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The path to this value; one that reads it may be encoded differently elsewhere.
  var codingPath: [any CodingKey] {
    run.doubts += 1
    return path?.keys ?? []
  }

  /// Returns this value's place below that of the value around it.
  ///
  /// A list's elements have one only if it takes long to encode one: there may be many.
  func findPlace(isUnbounded: Bool) -> EncodingPlace? {
    guard let memo = run.memo else { return nil }
    guard depth > 1 else { return memo.root }
    guard let parentPlace else { return nil }
    guard let key else { return parentPlace.child(.value, run: memo.run) }
    if let index = key as? IndexKey {
      return isUnbounded ? parentPlace.child(.index(index.index), run: memo.run) : nil
    }
    if key is NameKey, !isUnbounded { return nil }
    return parentPlace.child(.name(key.stringValue), run: memo.run)
  }

  /// The encoded tree; an empty object for nothing, as for a struct without properties.
  var tree: Tree {
    switch content {
    case .nothing, .refused: .object(Tree.Object())
    case .single(let tree): tree
    case .keyed(let content): .object(content.object)
    case .unkeyed(let content): content.tree
    }
  }

  /// The name and payload, if an enum's case was encoded as the compiler does: a single member, with a
  /// container of its own; `nil` otherwise.
  var enumCase: (name: String, payload: Tree.Object)? {
    if case .keyed(let content) = content { content.enumCase } else { nil }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer(encoder: self, content: keyedContent()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(encoder: self, content: unkeyedContent())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(encoder: self)
  }

  /// Returns the members so far; `nil` if this value is of another kind, or refuses every value.
  private func keyedContent() -> KeyedContent? {
    switch content {
    case .nothing:
      let fresh = KeyedContent()
      content = .keyed(fresh)
      return fresh
    case .keyed(let content):
      return content
    case .single, .unkeyed, .refused:
      return nil
    }
  }

  private func unkeyedContent() -> UnkeyedContent? {
    switch content {
    case .nothing:
      let fresh = UnkeyedContent()
      content = .unkeyed(fresh)
      return fresh
    case .unkeyed(let content):
      return content
    case .single, .keyed, .refused:
      return nil
    }
  }

  func setSingle(_ tree: Tree, _ value: Any) throws {
    guard case .nothing = content else { throw misuse(value) }
    content = .single(tree)
  }

  /// Returns the error for a value that already is of another kind.
  func misuse(_ value: Any) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription:
          """
          A value of type \(type(of: value)) was encoded where the encoder holds something of \
          another kind already. Ask an encoder for one kind of container only, and give a single \
          value container one value.
          """
      )
    )
  }
}

/// The keys that lead to a value.
final class CodingPath {
  private let key: any CodingKey
  private let parent: CodingPath?

  init(_ key: any CodingKey, in parent: CodingPath?) {
    self.key = key
    self.parent = parent
  }

  /// The keys from the outermost to the innermost.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path: CodingPath? = self
    while let current = path {
      keys.append(current.key)
      path = current.parent
    }
    return keys.reversed()
  }
}

/// The index of an element, as a key in a coding path.
package struct IndexKey: CodingKey {
  package let index: Int

  package init(_ index: Int) {
    self.index = index
  }

  package init?(stringValue: String) {
    nil
  }

  package init?(intValue: Int) {
    index = intValue
  }

  package var intValue: Int? { index }
  package var stringValue: String { "Index \(index)" }
}
