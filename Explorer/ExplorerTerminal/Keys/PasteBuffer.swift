/// What was read of a bracketed paste, up to `ESC [ 2 0 1 ~`.
struct PasteBuffer: Sendable {
  private static let end: [UInt8] = [0x1B] + Array("[201~".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes read, those that weren't kept included.
  private var count = 0
  /// The number of bytes of the end that were read last.
  private var matched = 0

  /// Takes a byte, and returns the paste if it was the last one.
  mutating func take(_ byte: UInt8) -> TerminalInput? {
    count += 1
    assert(matched < Self.end.count)
    // No byte but the first one is an escape character, so that a match can only begin anew.
    matched = byte == Self.end[matched] ? matched + 1 : byte == Self.end[0] ? 1 : 0
    if count <= InputParser.maximalPaste + Self.end.count { bytes.append(byte) } else { bytes = [] }
    return matched == Self.end.count ? input(without: Self.end.count) : nil
  }

  /// What was read so far, without the beginning of an end.
  var unended: TerminalInput { input(without: matched) }

  private func input(without end: Int) -> TerminalInput {
    let length = count - end
    guard length <= InputParser.maximalPaste else { return .refusedPaste(byteCount: length) }
    return .paste(Self.text(of: bytes.dropLast(end)))
  }

  /// Terminals end pasted lines as the enter key would.
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0D: lines.append(0x0A)
      case 0x0A where previous == 0x0D: break
      default: lines.append(byte)
      }
      previous = byte
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
