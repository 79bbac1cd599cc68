/// Text with `*` for any characters, compared byte by byte.
///
/// A pattern without a capital letter finds both cases.
struct TextPattern: Hashable, Sendable {
  /// Never in UTF-8.
  private static let star: UInt8 = 0xFF

  private let bytes: [UInt8]
  private let ignoresCase: Bool
  /// Whether to lowercase what it is compared with by Unicode's rules.
  private let isASCII: Bool
  /// The pattern, without its escapes.
  let text: String

  /// - Parameters:
  ///   - text: With `\*` for a star, and `\\` for a backslash.
  ///   - isPart: Whether it matches a part of what it is compared with.
  init(_ text: String, isPart: Bool = false) {
    ignoresCase = text == text.lowercased()
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    var bytes: [UInt8] = isPart ? [Self.star] : []
    var plain = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if scalar == "*", !isEscaped {
        bytes.append(Self.star)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
      plain.unicodeScalars.append(scalar)
      isEscaped = false
    }
    if isPart { bytes.append(Self.star) }
    self.bytes = bytes
    self.text = plain
  }

  func matches(_ text: String) -> Bool {
    var text = !isASCII && ignoresCase ? text.lowercased() : text
    return text.withUTF8 { unsafe matches($0) }
  }

  /// Returns whether it matches the whole, or a part between points, as in `Todos.save`.
  func matchesWholeOrPart(_ text: String) -> Bool {
    if matches(text) { return true }
    guard text.utf8.contains(UInt8(ascii: ".")) else { return false }
    return text.split(separator: ".").contains { matches(String($0)) }
  }

  /// Backtracks to the last star at a mismatch.
  private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (place, inPattern) = (0, 0)
    var lastStar: (place: Int, inPattern: Int)?
    while place < text.count {
      if inPattern < bytes.count, bytes[inPattern] == Self.star {
        lastStar = (place, inPattern)
        inPattern += 1
      } else if inPattern < bytes.count, unsafe folded(text[place]) == bytes[inPattern] {
        place += 1
        inPattern += 1
      } else if let star = lastStar {
        lastStar = (star.place + 1, star.inPattern)
        (place, inPattern) = (star.place + 1, star.inPattern + 1)
      } else {
        return false
      }
    }
    return bytes[inPattern...].allSatisfy { $0 == Self.star }
  }

  @inline(__always)
  private func folded(_ byte: UInt8) -> UInt8 {
    ignoresCase && UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
