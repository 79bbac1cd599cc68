import SluiceTree

extension DecodingError {
  /// The value found is of another kind.
  static func mismatch(
    _ type: Any.Type,
    _ wanted: String,
    _ tree: Tree,
    _ path: [any CodingKey]
  ) -> DecodingError {
    let text = "\(path.placeText): expected \(wanted), but found \(tree.findText)."
    let context = Context(codingPath: path, debugDescription: text)
    if case .null = tree { return .valueNotFound(type, context) }
    return .typeMismatch(type, context)
  }

  /// The number found doesn't fit its type.
  static func doesNotFit(
    _ type: Any.Type,
    _ tree: Tree,
    _ path: [any CodingKey]
  ) -> DecodingError {
    .corrupted("found \(tree.summary()), which is out of the range of \(type).", path)
  }

  static func missing(_ key: some CodingKey, _ path: [any CodingKey]) -> DecodingError {
    let text = "\(path.placeText): there is no member \(key.stringValue.quoted)."
    return .keyNotFound(key, Context(codingPath: path, debugDescription: text))
  }

  /// - Parameter path: The path of the array that has no more elements.
  static func atEnd(_ type: Any.Type, _ count: Int, _ path: [any CodingKey]) -> DecodingError {
    let text = "\(path.placeText): expected one more element, but there are only \(count)."
    let path = path + [IndexKey(count)]
    return .valueNotFound(type, Context(codingPath: path, debugDescription: text))
  }

  static func tooDeep(_ depth: Int, _ path: [any CodingKey]) -> DecodingError {
    .corrupted("values nested more than \(depth) deep are not read.", path)
  }

  /// The tree has no value, for a reason that continues the sentence after the place.
  static func corrupted(_ reason: String, _ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: path, debugDescription: "\(path.placeText): \(reason)")
    )
  }

  /// Where it was found, and a description; `nil` for a kind to come.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension [any CodingKey] {
  /// The path as people write it: `todos[2].done`.
  fileprivate var placeText: String {
    let path = TreePath(codingPath: self)
    return path.isRoot ? "At the top" : path.description
  }
}

extension Tree {
  /// The value's kind and contents, for a sentence.
  fileprivate var findText: String {
    let kind =
      switch self {
      case .null: "null"
      case .bool: "a Bool"
      case .integer, .wideInteger: "an integer"
      case .double: "a floating-point number"
      case .string: "a String"
      case .array: "an array"
      case .object: "an object"
      case .data: "data"
      case .date: "a date"
      case .enumCase: "an enum's case"
      case .opaque: "a value without parts"
      case .cut: "a part of a value"
      case .redacted: "a withheld value"
      }
    return self == .null ? kind : "\(kind), \(summary(limit: 60))"
  }
}
