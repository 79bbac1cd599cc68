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

struct UnkeyedContainer: UnkeyedEncodingContainer, KeylessContainer {
  let encoder: ValueEncoder
  /// `nil` refuses every value.
  let content: UnkeyedContent?

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { content?.count ?? 0 }
  var nextKey: IndexKey? { IndexKey(count) }

  func add(_ value: Any, _ tree: () throws -> Tree) throws {
    guard let content else { throw encoder.misuse(value) }
    guard content.admitsElement(encoder.run) else { return }
    content.append(try tree())
  }

  func encode(_ value: Int128) throws {
    try add(value) { Tree(value) }
  }

  func encode(_ value: UInt128) throws {
    try add(value) { Tree(value) }
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
