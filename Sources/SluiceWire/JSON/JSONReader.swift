package import SluiceTree

/// Reads JSON text into a tree, in one pass and with bounded depth.
///
/// Offsets count bytes from the beginning of the text.
package struct JSONReader {
  package internal(set) var index = 0
  /// Whether keys that begin with `$` are like others.
  var ignoresTags = false
  package var maximumDepth = JSONText.maximumDepth
  private var depth = 0

  package init() {}

  /// Reads the whole text.
  mutating func read(_ text: Span<UInt8>) throws(WireError) -> Tree {
    skipSpace(text)
    let tree = try readValue(text)
    assert(depth == 0 && index <= text.count)
    skipSpace(text)
    guard index == text.count else { throw .json(.trailing, offset: index) }
    return tree
  }

  package mutating func readValue(_ text: Span<UInt8>) throws(WireError) -> Tree {
    guard index < text.count else { throw .json(.endsEarly, offset: index) }
    switch text[index] {
    case UInt8(ascii: "\""): return .string(try readString(text))
    case UInt8(ascii: "{"): return try nested(text, Self.readObject)
    case UInt8(ascii: "["): return try nested(text, Self.readArray)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber(text)
    case UInt8(ascii: "t"):
      try expect("true", text)
      return .bool(true)
    case UInt8(ascii: "f"):
      try expect("false", text)
      return .bool(false)
    case UInt8(ascii: "n"):
      try expect("null", text)
      return .null
    case let byte: throw .json(.unexpected(byte), offset: index)
    }
  }

  mutating func nested<Result>(
    _ text: Span<UInt8>,
    _ read: (inout Self, Span<UInt8>) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    guard depth < maximumDepth else {
      throw .json(.tooDeep(limit: maximumDepth), offset: index)
    }
    depth += 1
    assert(depth > 0 && depth <= maximumDepth)
    defer { depth -= 1 }
    return try read(&self, text)
  }

  private static func readArray(
    _ reader: inout Self,
    _ text: Span<UInt8>
  ) throws(WireError) -> Tree {
    reader.index += 1
    var elements: [Tree] = []
    var isFirst = true
    while try reader.begins(text, before: "]", &isFirst) {
      elements.append(try reader.readValue(text))
    }
    return .array(elements)
  }

  private static func readObject(
    _ reader: inout Self,
    _ text: Span<UInt8>
  ) throws(WireError) -> Tree {
    let start = reader.index
    reader.index += 1
    var builder = Tree.Object.Builder()
    var tag: String?
    var isFirst = true
    while try reader.begins(text, before: "}", &isFirst) {
      let place = reader.index
      let written = try reader.readKey(text)
      if written == "$", !reader.ignoresTags {
        guard builder.count == 0, tag == nil else {
          throw .json(.reservedKey(written), offset: place)
        }
        let valuePlace = reader.index
        guard case .string(let kind) = try reader.readValue(text) else {
          throw .json(.badTag(kind: "", key: "$"), offset: valuePlace)
        }
        tag = kind
      } else {
        let key = reader.ignoresTags ? written : try userKey(written, at: place)
        guard builder.index(of: key) == nil else {
          throw .json(.duplicateKey(key), offset: place)
        }
        builder.append(key, try reader.readValue(text))
      }
    }
    guard let tag else { return .object(builder.object) }
    return try TaggedValue(kind: tag, members: builder.object, offset: start).tree()
  }

  private mutating func readKey(_ text: Span<UInt8>) throws(WireError) -> String {
    guard index < text.count else { throw .json(.endsEarly, offset: index) }
    guard text[index] == UInt8(ascii: "\"") else {
      throw .json(.unexpected(text[index]), offset: index)
    }
    let key = try readString(text)
    skipSpace(text)
    try require(":", text)
    skipSpace(text)
    return key
  }

  /// Returns a key without the `$` that its leading `$` was doubled with.
  static func userKey(_ written: String, at place: Int) throws(WireError) -> String {
    guard written.utf8.first == UInt8(ascii: "$") else { return written }
    let key = written.utf8.dropFirst()
    // A single `$` in front of a name is kept for kinds to come.
    guard key.first == UInt8(ascii: "$") else {
      throw .json(.reservedKey(written), offset: place)
    }
    return String(Substring(key))
  }

  package mutating func skipSpace(_ text: Span<UInt8>) {
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  package mutating func take(_ scalar: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  package mutating func require(
    _ scalar: Unicode.Scalar,
    _ text: Span<UInt8>
  ) throws(WireError) {
    guard index < text.count else { throw .json(.endsEarly, offset: index) }
    guard text[index] == UInt8(ascii: scalar) else {
      throw .json(.unexpected(text[index]), offset: index)
    }
    index += 1
  }

  private mutating func expect(_ word: String, _ text: Span<UInt8>) throws(WireError) {
    for byte in word.utf8 {
      guard index < text.count else { throw .json(.endsEarly, offset: index) }
      guard text[index] == byte else { throw .json(.unexpected(text[index]), offset: index) }
      index += 1
    }
  }
}
