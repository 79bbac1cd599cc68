/// Foundation's types that trees show better than they encode themselves.
///
/// Recognized by name, because importing Foundation would add it to every program.
package enum WellKnownType {
  case data
  case date
  case decimal
  case url

  package init?(_ type: Any.Type) {
    switch String(reflecting: type) {
    case "Foundation.Data", "FoundationEssentials.Data": self = .data
    case "Foundation.Date", "FoundationEssentials.Date": self = .date
    case "Foundation.Decimal", "FoundationEssentials.Decimal", "__C.NSDecimal": self = .decimal
    case "Foundation.URL", "FoundationEssentials.URL": self = .url
    default: return nil
    }
  }

  static func isUUID(_ type: Any.Type) -> Bool {
    ["Foundation.UUID", "FoundationEssentials.UUID"].contains(String(reflecting: type))
  }

  func tree(of value: some Encodable, _ encoder: ValueEncoder) throws -> Tree {
    if case .data = self, let bytes = value as? any Collection<UInt8> {
      return encoder.run.bounds.data(bytes)
    }
    if case .decimal = self, let number = value as? any CustomStringConvertible {
      return Self.number(number.description)
    }
    try value.encode(to: encoder)
    switch (self, encoder.tree) {
    case (.date, .double(let seconds)):
      return .date(Tree.Instant(secondsSince2001: seconds))
    case (.url, .object(let object)) where object.count == 1:
      return object["relative"] ?? .object(object)
    case (_, let asEncoded):
      return asEncoded
    }
  }

  /// Returns a number if one has the same digits, otherwise the digits as text.
  private static func number(_ digits: String) -> Tree {
    if let integer = Int128(digits) { return Tree(integer) }
    if let double = Double(digits), double.description == digits { return .double(double) }
    return .string(digits)
  }
}
