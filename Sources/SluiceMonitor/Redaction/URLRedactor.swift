/// Redacts a URL's user info, and values under sensitive names in its query and fragment.
///
/// Reads bytes only: neither validates a URL nor decodes it further than to compare names.
struct URLRedactor: Sendable {
  /// The replacement for what is redacted.
  static let mark = "<redacted>"

  private let names: SensitiveNames

  init(_ names: SensitiveNames) {
    self.names = names
  }

  /// Returns the text without secrets; `nil` if it is not a URL, or has none.
  func redact(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.contains(where: Self.isSensitive) else { return nil }
    return redact(Array(bytes), depth: 0)
  }

  /// Returns whether a byte may indicate a secret in a URL: most texts have no such byte.
  private static func isSensitive(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: "@")
  }

  private func redact(_ text: [UInt8], depth: Int) -> String? {
    let schemeEnd = Self.schemeEnd(of: text)
    // Free text is not a URL; text that begins as one is, since some forms allow spaces.
    guard schemeEnd != nil || !text.contains(where: { $0 <= 0x20 }) else { return nil }
    var result: [UInt8] = []
    var copied = 0
    if let start = schemeEnd, let at = Self.userInfoEnd(of: text, from: start) {
      result += text[..<start] + Array(Self.mark.utf8)
      copied = at
    }
    var place = text[copied...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    while let separator = place {
      let start = separator + 1
      let end = text[start...].firstIndex { "&;?#".utf8.contains($0) } ?? text.count
      place = end < text.count ? end : nil
      guard let equals = text[start..<end].firstIndex(of: UInt8(ascii: "=")),
        equals + 1 < end,
        isSensitive(text[start..<equals]) || hides(text[(equals + 1)..<end], depth)
      else { continue }
      result += text[copied...equals] + Array(Self.mark.utf8)
      copied = end
    }
    guard copied > 0 else { return nil }
    return String(decoding: result + text[copied...], as: UTF8.self)
  }

  /// Returns whether a query's name matches: decoded, and without the brackets of a list.
  private func isSensitive(_ name: ArraySlice<UInt8>) -> Bool {
    let decoded = Self.decoded(name)
    let end = decoded.firstIndex(of: UInt8(ascii: "[")) ?? decoded.count
    return names.match(String(decoding: decoded[..<end], as: UTF8.self))
  }

  /// Returns whether a value is itself a URL with something to redact.
  private func hides(_ value: ArraySlice<UInt8>, _ depth: Int) -> Bool {
    // Deeper than URLs are encoded in URLs.
    guard depth < 4, value.contains(where: { $0 == UInt8(ascii: "%") || Self.isSensitive($0) })
    else { return false }
    return redact(Self.decoded(value), depth: depth + 1) != nil
  }

  /// Returns the index after `://`; `nil` if the text begins with no scheme.
  private static func schemeEnd(of text: [UInt8]) -> Int? {
    guard let colon = text.prefix(64).firstIndex(of: UInt8(ascii: ":")), colon > 0,
      text[..<colon].allSatisfy(isSchemeCharacter), colon + 2 < text.count,
      text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/")
    else { return nil }
    return colon + 3
  }

  /// Returns the index of the `@` that ends the user info; `nil` if there is none.
  private static func userInfoEnd(of text: [UInt8], from start: Int) -> Int? {
    let end = text[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? text.count
    guard let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else {
      return nil
    }
    return at
  }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
  }

  /// Returns the bytes without percent escapes, and with spaces for plus signs.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
        index += 1
      }
    }
    return decoded
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
