extension StringProtocol {
  /// Whether a path can show it unquoted, as Swift would a property's name.
  var isIdentifier: Bool {
    guard let first = unicodeScalars.first, first.beginsIdentifier else { return false }
    return unicodeScalars.dropFirst().allSatisfy(\.continuesIdentifier)
  }
}

extension Unicode.Scalar {
  fileprivate var beginsIdentifier: Bool {
    guard isASCII else { return properties.isXIDStart }
    return self == "_" || "a"..."z" ~= self || "A"..."Z" ~= self
  }

  // Looking up the properties of each scalar would take most of the time of a path's description.
  fileprivate var continuesIdentifier: Bool {
    guard isASCII else { return properties.isXIDContinue }
    return beginsIdentifier || "0"..."9" ~= self
  }
}

extension String {
  /// The text in quotation marks, on one line, as a Swift literal.
  package var quoted: String {
    var writer = LineWriter(limit: .max)
    writer.writeQuoted(self)
    return writer.text
  }
}

extension Unicode.Scalar {
  /// The character's escape between quotation marks; `nil` for itself.
  ///
  /// Escapes only control characters, and what would end the line or the quotation. The caller
  /// decides whether the rest is safe to show.
  var escapedInQuotes: String? {
    switch value {
    case 0x22: #"\""#
    case 0x5C: #"\\"#
    case 0x09: #"\t"#
    case 0x0A: #"\n"#
    case 0x0D: #"\r"#
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
      #"\u{"# + String(value, radix: 16, uppercase: true) + "}"
    default: nil
    }
  }
}
