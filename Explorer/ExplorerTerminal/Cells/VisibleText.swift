/// Text from outside in a form that can only be read: nothing in it acts on a terminal, hides, or
/// changes the order of what stands around it.
///
/// Control characters, escape sequences, line and paragraph separators, bidirectional controls and
/// characters without width become escapes such as `\u{202E}`, as do the ninth and every further
/// combining mark on one character. Everything else is left as it is.
package struct VisibleText: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of combining marks on one character.
  package static let maximalMarks = 8

  package let description: String

  package init(_ raw: String) {
    let isPlain = raw.utf8.allSatisfy(Self.isHarmless)
    description = isPlain || !Self.mayNeedEscapes(raw) ? raw : Self.escaping(raw)
  }

  /// Whether the byte is printable ASCII, as almost all text is.
  package static func isHarmless(_ byte: UInt8) -> Bool {
    0x20 <= byte && byte < 0x7F
  }

  /// Whether a scalar is of those that are always escaped, or that are if there are many of them.
  private static func mayNeedEscapes(_ raw: String) -> Bool {
    raw.unicodeScalars.contains { scalar in
      let kind = scalar.characterClass
      return kind.isHidden || kind.isMark
    }
  }

  private static func escaping(_ raw: String) -> String {
    var text = ""
    text.reserveCapacity(raw.utf8.count + 16)
    var escaper = Escaper()
    escaper.forEach(in: raw) { append($0, $1, to: &text) }
    return text
  }

  /// Adds a scalar or its escape to a text.
  static func append(_ scalar: Unicode.Scalar, _ isEscaped: Bool, to text: inout String) {
    if isEscaped {
      text += escape(of: scalar)
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  /// The escape by which a scalar is shown.
  static func escape(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }
}
