/// The sequence with which a terminal is asked to put a text where it can be pasted from.
enum ClipboardSequence {
  /// The maximum number of bytes of a text: what terminals take.
  static let maximum = 74_994
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Returns OSC 52 with as many whole scalars of a text as a terminal takes.
  static func bytes(copying text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(beginning(of: text)) + [0x07]
  }

  /// For people: what is left out of a text, in front of its name; empty if nothing is.
  static func limit(of text: String) -> String {
    text.utf8.count > maximum ? "the first \(maximum >> 10) KiB of " : ""
  }

  private static func beginning(of text: String) -> [UInt8] {
    let bytes = text.utf8.prefix(maximum + 1)
    guard bytes.count > maximum else { return Array(bytes) }
    var beginning = Array(bytes)
    // A byte that continues a scalar can't be left out without those in front of it.
    while let last = beginning.popLast(), last & 0b1100_0000 == 0b1000_0000 {}
    return beginning
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
