import SluiceTree

extension WellKnownType {
  /// Returns data from its bytes, without decoding them one by one.
  func value<Value>(_ type: Value.Type, of bytes: [UInt8]) -> Value? {
    guard case .data = self, let type = type as? any RangeReplaceableCollection<UInt8>.Type else {
      return nil
    }
    return type.init(bytes) as? Value
  }

  /// Returns what the type itself would have encoded, given the encoder's tree.
  func asEncoded(_ tree: Tree, _ type: Any.Type, _ path: [any CodingKey]) throws -> Tree {
    switch (self, tree) {
    case (.date, .date(let instant)):
      return .double(instant.secondsSince2001)
    case (.date, .string(let text)):
      guard let seconds = CalendarText.secondsSince1970(utc: text) else { break }
      return .double(Tree.Instant(secondsSince1970: seconds).secondsSince2001)
    case (.date, _):
      break
    case (.url, .string):
      return ["relative": tree]
    // They would ask for the members that they encode themselves with elsewhere.
    case (.url, .null):
      throw DecodingError.mismatch(String.self, "the text of a URL", tree, path)
    case (.decimal, .null):
      throw DecodingError.mismatch(Double.self, "a decimal number", tree, path)
    case (.decimal, .integer), (.decimal, .wideInteger), (.decimal, .double):
      return try Self.decimal(tree, tree.summary(), path)
    case (.decimal, .string(let digits)):
      return try Self.decimal(tree, digits, path)
    default:
      return tree
    }
    throw DecodingError.mismatch(
      type,
      "a date, or its text as \"2024-05-01T12:00:00Z\"",
      tree,
      path
    )
  }

  private static func decimal(
    _ tree: Tree,
    _ digits: String,
    _ path: [any CodingKey]
  ) throws -> Tree {
    guard let number = DecimalDigits(digits) else {
      let wanted = "a decimal number of up to 38 digits"
      throw DecodingError.mismatch(DecimalDigits.self, wanted, tree, path)
    }
    return number.asEncoded
  }
}
