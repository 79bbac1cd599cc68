extension JSONReader {
  /// Skips a value, almost as strictly as it is read: keys may repeat, and tags may be of any kind.
  package mutating func skipValue(_ text: Span<UInt8>) throws(WireError) {
    guard index < text.count else { throw .json(.endsEarly, offset: index) }
    switch text[index] {
    case UInt8(ascii: "\""): _ = try skipString(text)
    case UInt8(ascii: "{"):
      try nested(text) { (reader, text) throws(WireError) in
        reader.index += 1
        var isFirst = true
        while try reader.skipKey(text, &isFirst) != nil { try reader.skipValue(text) }
      }
    case UInt8(ascii: "["):
      try nested(text) { (reader, text) throws(WireError) in
        reader.index += 1
        try reader.skipElements(text)
      }
    default: _ = try readValue(text)
    }
  }

  /// Skips the elements of an array, of which some may have been passed.
  package mutating func skipElements(_ text: Span<UInt8>, isFirst: Bool = true) throws(WireError) {
    var isFirst = isFirst
    while try begins(text, before: "]", &isFirst) { try skipValue(text) }
  }

  /// Passes the next key of an object, up to its value.
  ///
  /// - Returns: Where it is if it is plain, else an empty range; `nil` at the end of the object.
  package mutating func skipKey(
    _ text: Span<UInt8>,
    _ isFirst: inout Bool
  ) throws(WireError) -> Range<Int>? {
    guard try begins(text, before: "}", &isFirst) else { return nil }
    let (key, isPlain) = try skipString(text)
    skipSpace(text)
    try require(":", text)
    skipSpace(text)
    return isPlain ? key : 0..<0
  }

  /// Passes what stands in front of the next part of an object or array; returns whether there is one.
  package mutating func begins(
    _ text: Span<UInt8>,
    before end: Unicode.Scalar,
    _ isFirst: inout Bool
  ) throws(WireError) -> Bool {
    skipSpace(text)
    if take(end, text) { return false }
    if !isFirst {
      try require(",", text)
      skipSpace(text)
    }
    isFirst = false
    return true
  }
}
