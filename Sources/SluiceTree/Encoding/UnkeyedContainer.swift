/// The elements that a value has encoded so far.
final class UnkeyedContent {
  private var elements: [Tree] = []
  private var omitted = 0

  /// Nested containers and super encoders, which may be written to until the end.
  private var open: [(index: Int, encoder: ValueEncoder)] = []

  var count: Int { elements.count + omitted }

  var tree: Tree {
    guard !open.isEmpty else { return elements.tree(omitted: omitted) }
    var elements = elements
    for (index, encoder) in open {
      elements[index] = encoder.tree
    }
    return elements.tree(omitted: omitted)
  }

  /// Returns whether to keep the element; otherwise counts it, and its value needn't be encoded.
  func admitsElement(_ run: EncodingRun) -> Bool {
    if run.bounds.admit(besides: elements.count) { return true }
    omitted += 1
    return false
  }

  func append(_ tree: Tree) {
    elements.append(tree)
  }

  func append(open encoder: ValueEncoder) {
    open.append((elements.count, encoder))
    elements.append(.null)
  }
}

struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  /// `nil` refuses every value.
  let content: UnkeyedContent?

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { content?.count ?? 0 }

  private func append(_ value: Any, _ tree: () throws -> Tree) throws {
    guard let content else { throw encoder.misuse(value) }
    guard content.admitsElement(encoder.run) else { return }
    content.append(try tree())
  }

  func encodeNil() throws {
    try append(Never?.none as Any) { .null }
  }

  func encode(_ value: Bool) throws {
    try append(value) { .bool(value) }
  }

  func encode(_ value: String) throws {
    try append(value) { encoder.run.bounds.text(value) }
  }

  func encode(_ value: Double) throws {
    try append(value) { .double(value) }
  }

  func encode(_ value: Float) throws {
    try append(value) { Tree(value) }
  }

  /// Witnesses the requirement of each integer type, but for those of 128 bits: for them, the
  /// standard library's default, which throws, is preferred to a generic method.
  func encode(_ value: some FixedWidthInteger & Encodable) throws {
    try append(value) { Tree(value) }
  }

  func encode(_ value: Int128) throws {
    try append(value) { Tree(value) }
  }

  func encode(_ value: UInt128) throws {
    try append(value) { Tree(value) }
  }

  func encode(_ value: some Encodable) throws {
    let key = IndexKey(count)
    try append(value) { encoder.run.tree(of: value, in: encoder, key: key) }
  }

  /// Returns an encoder for an element; values beyond the limits go to one that is discarded.
  private func open() -> ValueEncoder {
    let nested = encoder.nested(IndexKey(count), isRefusing: content == nil)
    guard let content, content.admitsElement(encoder.run) else { return nested }
    if nested.depth <= encoder.run.bounds.options.maximalDepth {
      content.append(open: nested)
    } else {
      content.append(.cut(.depth(typeName: "container")))
    }
    return nested
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    open().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    open().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    open()
  }
}
