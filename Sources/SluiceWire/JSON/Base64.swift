/// The alphabet in which bytes travel inside JSON, with padding.
package enum Base64 {
  /// The text that stands for bytes.
  package static func text(of bytes: [UInt8]) -> String {
    var writer = JSONWriter(to: ByteBuffer(bytes: []))
    writer.write(base64: bytes)
    // Without the quotation marks.
    return String(decoding: writer.sink.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  static func digit(_ value: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// The bytes that a text stands for; `nil` unless it is what the writer would write for them.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    let end = digits.count - padding
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    for index in 0..<end {
      guard let value = value(digits[index]) else { return nil }
      group = group << 6 | value
      if index % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    switch padding {
    case 0: break
    case 1 where group & 0b11 == 0 && digits.last == UInt8(ascii: "="):
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2 where group & 0b1111 == 0:
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: return nil
    }
    return bytes
  }
}
