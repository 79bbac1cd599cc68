extension UInt8 {
  /// Whether it is the ASCII code of a decimal digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Returns whether a terminal's reply can begin with this byte; otherwise somebody types.
  ///
  /// - Parameter introducer: The byte behind `ESC` with which the reply's string begins.
  func beginsReply(after introducer: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "]"): isDigit
    case UInt8(ascii: "_"): self == UInt8(ascii: "G")
    default: isDigit || [UInt8(ascii: ">"), UInt8(ascii: "!")].contains(self)
    }
  }
}
