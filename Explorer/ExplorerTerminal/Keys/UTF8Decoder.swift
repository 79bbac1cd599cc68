/// Decodes UTF-8 byte by byte.
///
/// Bytes that aren't UTF-8 become U+FFFD, as many as `String(decoding:as:)` makes of them.
struct UTF8Decoder: Sendable {
  enum Result {
    /// The byte belongs to a scalar that isn't complete.
    case more
    case scalar(Unicode.Scalar)
    /// The bytes before this one are invalid; the byte hasn't been taken, and begins something else.
    case invalid
  }

  private var value: UInt32 = 0
  /// The number of bytes that are missing.
  private var missing = 0
  /// What the next byte has to be.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  var isInTheMiddle: Bool { missing > 0 }

  mutating func take(_ byte: UInt8) -> Result {
    if missing > 0 {
      guard range ~= byte else {
        missing = 0
        return .invalid
      }
      value = value << 6 | UInt32(byte & 0x3F)
      range = 0x80...0xBF
      missing -= 1
      return missing > 0 ? .more : .scalar(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    // Ranges of second bytes exclude overlong forms, surrogates and what is beyond U+10FFFF.
    switch byte {
    case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, second: 0x80...0xBF)
    case 0xE0: begin(byte & 0x0F, missing: 2, second: 0xA0...0xBF)
    case 0xED: begin(byte & 0x0F, missing: 2, second: 0x80...0x9F)
    case 0xE1...0xEF: begin(byte & 0x0F, missing: 2, second: 0x80...0xBF)
    case 0xF0: begin(byte & 0x07, missing: 3, second: 0x90...0xBF)
    case 0xF1...0xF3: begin(byte & 0x07, missing: 3, second: 0x80...0xBF)
    case 0xF4: begin(byte & 0x07, missing: 3, second: 0x80...0x8F)
    default: return .scalar("\u{FFFD}")
    }
    return .more
  }

  private mutating func begin(_ bits: UInt8, missing: Int, second: ClosedRange<UInt8>) {
    value = UInt32(bits)
    self.missing = missing
    range = second
  }
}
