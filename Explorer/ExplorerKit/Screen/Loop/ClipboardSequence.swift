/// The sequence with which a terminal is asked to put a text where it can be pasted from.
enum ClipboardSequence {
  /// The maximum number of bytes of a text: what terminals take.
  static let maximum = 74_994
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Returns OSC 52 with the beginning of a text.
  static func bytes(copying text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8.prefix(maximum))) + [0x07]
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let isPadding = place > group.count
        let digit = Int(bits >> UInt32(18 - 6 * place) & 63)
        text.append(isPadding ? UInt8(ascii: "=") : digits[digit])
      }
    }
    return text
  }
}
