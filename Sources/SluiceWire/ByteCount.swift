/// A number of bytes for people: `18 MiB`, `64.5 KiB`, `12 bytes`.
///
/// Rounded up to a tenth, so that what is over a limit never reads as if it were at it.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  package let bytes: Int

  package init(_ bytes: Int) {
    self.bytes = bytes
  }

  package var description: String {
    switch bytes {
    case ..<1_024: bytes == 1 ? "1 byte" : "\(bytes) bytes"
    case ..<(1 << 20): "\(tenths(of: 1 << 10)) KiB"
    default: "\(tenths(of: 1 << 20)) MiB"
    }
  }

  private func tenths(of unit: Int) -> String {
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
    let tenths = (rest * 10 + unit - 1) / unit
    return switch tenths {
    case 0: "\(whole)"
    case 10: "\(whole + 1)"
    default: "\(whole).\(tenths)"
    }
  }
}
