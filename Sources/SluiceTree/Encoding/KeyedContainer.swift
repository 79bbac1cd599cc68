/// The members that a value has encoded so far.
final class KeyedContent {
  private var builder = Tree.Object.Builder()
  private var omitted = 0

  /// Nested containers and super encoders, which may be written to until the end.
  private var open: [(key: String, encoder: ValueEncoder)] = []

  var object: Tree.Object {
    guard !open.isEmpty else { return builder.object(omitted: omitted) }
    var builder = builder
    for (key, encoder) in open {
      builder.set(key, to: encoder.tree)
    }
    return builder.object(omitted: omitted)
  }

  /// The only member, if it is a container with keys.
  var enumCase: (name: String, payload: Tree.Object)? {
    guard open.count == 1, builder.count == 1, omitted == 0,
      case .object(let payload) = open[0].encoder.tree
    else { return nil }
    return (open[0].key, payload)
  }

  /// Returns whether to keep the member; otherwise counts it, and its value needn't be encoded.
  func admits(_ key: String, _ run: EncodingRun) -> Bool {
    if builder.index(of: key) != nil || run.bounds.admit(besides: builder.count) { return true }
    omitted += 1
    return false
  }

  func set(_ key: String, to tree: Tree) {
    builder.set(key, to: tree)
    // The last value counts, as for every encoder.
    if !open.isEmpty { open.removeAll { $0.key == key } }
  }

  func set(_ key: String, toOpen encoder: ValueEncoder) {
    set(key, to: .null)
    open.append((key, encoder))
  }
}

struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  /// `nil` refuses every value.
  let content: KeyedContent?

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func set(
    _ value: Any,
    _ key: Key,
    _ tree: () throws -> Tree
  ) throws {
    guard let content else { throw encoder.misuse(value) }
    let name = key.stringValue
    guard content.admits(name, encoder.run) else { return }
    content.set(name, to: try tree())
  }

  func encodeNil(forKey key: Key) throws {
    try set(Never?.none as Any, key) { .null }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try set(value, key) { .bool(value) }
  }

  func encode(_ value: String, forKey key: Key) throws {
    try set(value, key) { encoder.run.bounds.text(value) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try set(value, key) { .double(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try set(value, key) { Tree(value) }
  }

  /// Witnesses the requirement of each integer type, but for those of 128 bits: for them, the
  /// standard library's default, which throws, is preferred to a generic method.
  func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) throws {
    try set(value, key) { Tree(value) }
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try set(value, key) { Tree(value) }
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try set(value, key) { Tree(value) }
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try set(value, key) { encoder.run.tree(of: value, in: encoder, key: key) }
  }

  /// Returns an encoder for a member; values beyond the limits go to an encoder that is discarded.
  private func open(_ key: any CodingKey) -> ValueEncoder {
    let nested = encoder.nested(key, isRefusing: content == nil)
    let name = key.stringValue
    guard let content, content.admits(name, encoder.run) else { return nested }
    if nested.depth <= encoder.run.bounds.options.maximalDepth {
      content.set(name, toOpen: nested)
    } else {
      content.set(name, to: .cut(.depth(typeName: "container")))
    }
    return nested
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    open(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    open(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    open(NameKey.superclass)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    open(key)
  }
}
