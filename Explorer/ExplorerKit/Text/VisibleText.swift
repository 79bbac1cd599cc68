/// Text from outside in a form that can only be read: nothing in it acts on a terminal, hides, or
/// changes the order of what stands around it.
///
/// Control characters, escape sequences, line and paragraph separators, bidirectional controls and
/// characters without width become escapes such as `\u{202E}`, as do the ninth and every further
/// combining mark on one character. Everything else is left as it is.
struct VisibleText: Hashable, Sendable, CustomStringConvertible {
  /// Combining marks that one character may carry.
  static let mostMarks = 8

  let description: String

  init(_ raw: String) {
    description = raw.utf8.allSatisfy(Self.isHarmless) ? raw : Self.escaping(raw)
  }

  /// Printable ASCII: almost all text, and quickly told.
  static func isHarmless(_ byte: UInt8) -> Bool {
    0x20 <= byte && byte < 0x7F
  }

  private static func escaping(_ raw: String) -> String {
    var text = ""
    text.reserveCapacity(raw.utf8.count + 16)
    var marks = MarkCounter()
    for scalar in raw.unicodeScalars {
      if let escape = marks.escape(scalar) {
        text += escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Decides scalar by scalar, because how many marks a character may carry depends on those in
  /// front.
  struct MarkCounter {
    private var marks = 0

    /// What stands for the scalar; nil for itself.
    mutating func escape(_ scalar: Unicode.Scalar) -> String? {
      if scalar.isASCII {
        marks = 0
        return VisibleText.isHarmless(UInt8(scalar.value)) ? nil : VisibleText.escape(of: scalar)
      }
      if VisibleText.isHidden(scalar) {
        marks = 0
        return VisibleText.escape(of: scalar)
      }
      guard VisibleText.isMark(scalar) else {
        marks = 0
        return nil
      }
      marks += 1
      return marks > VisibleText.mostMarks ? VisibleText.escape(of: scalar) : nil
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

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: break
    }
    if properties.isNoncharacterCodePoint { return true }
    // The selectors that make an emoji colourful count as marks; others are used to hide data.
    let isCommonSelector = (0xFE00...0xFE0F).contains(scalar.value)
    return properties.isDefaultIgnorableCodePoint && !isCommonSelector
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
