/// The names under which values are withheld, made for asking often.
///
/// Every key of every state is asked about, so most must be told from one look at the last letter.
struct TellingNames: Sendable {
  /// The names backwards, small and without separators, by their last byte.
  private var reversed: [[[UInt8]]] = Array(repeating: [], count: 256)

  init(_ names: Set<String>) {
    for name in names.sorted() {
      let bytes = name.utf8.reversed().filter { !Self.isSeparator($0) }.map(Self.lowercased)
      precondition(!bytes.isEmpty, "“\(name)” is no name that could be withheld. Leave it out.")
      reversed[Int(bytes[0])].append(bytes)
    }
  }

  func match(_ name: String) -> Bool {
    let bytes = name.utf8
    var end = bytes.endIndex
    // Numbered, as `token2`.
    while let last = bytes[..<end].last, Self.isDigit(last) || Self.isSeparator(last) {
      bytes.formIndex(before: &end)
    }
    if matchEnd(of: bytes[..<end]) { return true }
    // A plural.
    guard let last = bytes[..<end].last, Self.lowercased(last) == UInt8(ascii: "s") else {
      return false
    }
    return matchEnd(of: bytes[..<end].dropLast())
  }

  private func matchEnd(of bytes: Substring.UTF8View) -> Bool {
    guard let last = bytes.last else { return false }
    return reversed[Int(Self.lowercased(last))].contains { name in
      var index = bytes.endIndex
      for wanted in name {
        repeat {
          guard index > bytes.startIndex else { return false }
          bytes.formIndex(before: &index)
        } while Self.isSeparator(bytes[index])
        if Self.lowercased(bytes[index]) != wanted { return false }
      }
      return true
    }
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
