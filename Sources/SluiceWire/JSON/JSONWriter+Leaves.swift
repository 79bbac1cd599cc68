extension JSONWriter {
  @inline(__always)
  mutating func write(ascii text: StaticString) {
    text.withUTF8Buffer { unsafe sink.append($0.span) }
  }

  /// Writes text that is known to need no escapes.
  mutating func write(plain text: String) {
    for byte in text.utf8 { sink.append(byte) }
  }

  mutating func write(_ value: Int64) {
    if value < 0 { sink.append(UInt8(ascii: "-")) }
    write(digitsOf: value.magnitude)
  }

  // Divides by a constant, which is a multiplication; at most twenty digits deep.
  private mutating func write(digitsOf magnitude: UInt64) {
    let (rest, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
    if rest > 0 { write(digitsOf: rest) }
    sink.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  mutating func write(_ value: Double) {
    // Swift's description is the shortest text that is read back as the same bits, and is JSON.
    if value.isFinite { return write(plain: value.description) }
    open("{")
    write(ascii: "\"$\":\"float\",\"value\":\"")
    write(plain: value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    write(ascii: "\"")
    close("}")
  }

  /// Writes a string in quotes.
  ///
  /// - Parameter doublingDollar: Whether it is a key of the user's, whose leading `$` is doubled.
  mutating func write(_ text: String, doublingDollar: Bool = false) {
    sink.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { (buffer: UnsafeBufferPointer<UInt8>) in
      let bytes = unsafe buffer.span
      if doublingDollar, bytes.count > 0, bytes[0] == UInt8(ascii: "$") {
        sink.append(UInt8(ascii: "$"))
      }
      var start = 0
      for index in bytes.indices where Self.needsEscape(bytes[index]) {
        if start < index { sink.append(bytes.extracting(start..<index)) }
        writeEscape(of: bytes[index])
        start = index + 1
      }
      if start < bytes.count { sink.append(bytes.extracting(start...)) }
    }
    sink.append(UInt8(ascii: "\""))
  }

  /// Control characters, because a raw line break ends the record and a raw escape sequence
  /// would reach the terminal of somebody who listens with `nc`.
  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func writeEscape(of byte: UInt8) {
    sink.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): sink.append(byte)
    case 0x0A: sink.append(UInt8(ascii: "n"))
    case 0x0D: sink.append(UInt8(ascii: "r"))
    case 0x09: sink.append(UInt8(ascii: "t"))
    default:
      write(ascii: "u00")
      sink.append(Self.hexDigit(byte >> 4))
      sink.append(Self.hexDigit(byte & 0xF))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  mutating func write(base64 bytes: [UInt8]) {
    sink.append(UInt8(ascii: "\""))
    var index = 0
    while index < bytes.count, !sink.isFull {
      let left = bytes.count - index
      let first = UInt32(bytes[index]) << 16
      let second = left > 1 ? UInt32(bytes[index + 1]) << 8 : 0
      let group = first | second | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      sink.append(Base64.digit(group >> 18))
      sink.append(Base64.digit(group >> 12 & 63))
      sink.append(left > 1 ? Base64.digit(group >> 6 & 63) : UInt8(ascii: "="))
      sink.append(left > 2 ? Base64.digit(group & 63) : UInt8(ascii: "="))
      index += 3
    }
    sink.append(UInt8(ascii: "\""))
  }
}
