import SluiceWire

/// The sequence with which a terminal is asked to put a text where it can be pasted from.
enum ClipboardSequence {
  /// The maximum number of bytes of a text: what terminals take.
  static let maximum = 74_994

  /// Returns OSC 52 with as many whole scalars of a text as a terminal takes.
  static func bytes(copying text: String) -> [UInt8] {
    Array("\u{1B}]52;c;\(Base64.text(of: beginning(of: text)))\u{7}".utf8)
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
}
