/// The names under which values are redacted, in a form for frequent look-ups.
///
/// Looks up every key of every state, so the last letter must rule out most of them at once.
struct SensitiveNames: Sendable {
  /// The names backwards, lowercased and without separators, by their last byte.
  private var reversed: [[[UInt8]]] = Array(repeating: [], count: 256)
  /// The bytes that may precede each last byte, by their lowest five bits.
  private var neighbours: [UInt32] = Array(repeating: 0, count: 256)

  init(_ names: Set<String>) {
    let separators = "_-. ".utf8.reduce(UInt32(0)) { $0 | Self.bit($1) }
    for name in names.sorted() {
      let bytes = name.utf8.reversed().filter { !Self.isSeparator($0) }.map(Self.lowercased)
      precondition(!bytes.isEmpty, "“\(name)” is not a name that can be redacted. Remove it.")
      let last = Int(bytes[0])
      reversed[last].append(bytes)
      neighbours[last] |= bytes.count > 1 ? Self.bit(bytes[1]) | separators : .max
    }
  }

  func match(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      var end = bytes.count
      // Numbered, as `token2`.
      while end > 0, unsafe Self.isDigit(bytes[end - 1]) || Self.isSeparator(bytes[end - 1]) {
        end -= 1
      }
      guard end > 0 else { return false }
      if unsafe matchEnd(of: bytes, at: end) { return true }
      // A plural.
      return unsafe Self.lowercased(bytes[end - 1]) == UInt8(ascii: "s")
        && matchEnd(of: bytes, at: end - 1)
    }
  }

  @inline(__always)
  private func matchEnd(of bytes: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    guard end > 0 else { return false }
    let last = unsafe Int(Self.lowercased(bytes[end - 1]))
    let neighbour = end > 1 ? unsafe bytes[end - 2] : 0
    guard neighbours[last] & Self.bit(neighbour) != 0 else { return false }
    return unsafe compareEnd(of: bytes, at: end, with: reversed[last])
  }

  private func compareEnd(
    of bytes: UnsafeBufferPointer<UInt8>,
    at end: Int,
    with names: [[UInt8]]
  ) -> Bool {
    names.contains { name in
      var index = end
      for wanted in name {
        repeat {
          guard index > 0 else { return false }
          index -= 1
        } while unsafe Self.isSeparator(bytes[index])
        if unsafe Self.lowercased(bytes[index]) != wanted { return false }
      }
      return true
    }
  }

  /// Returns the same bit for both cases of a letter.
  private static func bit(_ byte: UInt8) -> UInt32 {
    1 << UInt32(byte & 31)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "): true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
