/// An ASCII text to search for in the bytes of others, each of which is looked at once.
struct ByteSearch: Hashable, Sendable {
  /// What the bytes of a text say about whether it contains the other.
  enum Result: Hashable, Sendable {
    case found
    case missing
    /// Only characters tell: there are others than ASCII beside or in place of what is searched for.
    case uncertain
  }

  private let bytes: [UInt8]
  /// The length of the longest beginning that is also an end of each beginning, but for itself.
  private let borders: [Int]
  private let ignoresCase: Bool
  /// Whether a character beyond ASCII is equal to one of the text: the signs for kelvin, a Greek
  /// question mark and a Greek accent.
  private let hasEquals: Bool

  /// - Returns: `nil` for a text that is empty, or not of ASCII.
  init?(_ text: String, ignoresCase: Bool) {
    bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.ignoresCase = ignoresCase
    hasEquals = text.contains { "kK;`".contains($0) }
    var borders = [0]
    for place in bytes.indices.dropFirst() {
      var border = borders[place - 1]
      while border > 0, bytes[border] != bytes[place] { border = borders[border - 1] }
      borders.append(bytes[border] == bytes[place] ? border + 1 : 0)
    }
    self.borders = borders
  }

  func result(in text: String) -> Result {
    var matched = 0
    var isPlain = true
    for byte in text.utf8 {
      if byte >= 0x80 || byte == UInt8(ascii: "\r") { isPlain = false }
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let folded = ignoresCase && isCapital ? byte | 0x20 : byte
      while matched > 0, bytes[matched] != folded { matched = borders[matched - 1] }
      guard bytes[matched] == folded else { continue }
      matched += 1
      guard matched == bytes.count else { continue }
      // A mark behind a letter makes another character of it.
      return isPlain && text.utf8.allSatisfy { $0 < 0x80 } ? .found : .uncertain
    }
    return hasEquals && !isPlain ? .uncertain : .missing
  }
}
