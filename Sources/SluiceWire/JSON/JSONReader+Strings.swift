extension JSONReader {
  /// Reads a string in quotes; the index stands on the first.
  mutating func readString(_ text: Span<UInt8>) throws(WireError) -> String {
    assert(text[index] == UInt8(ascii: "\""))
    index += 1
    let start = index
    let isASCII = passPlain(text)
    guard index < text.count else { throw .json(.endsEarly, offset: index) }
    switch text[index] {
    case UInt8(ascii: "\""):
      let string = try Self.string(text, start..<index, isASCII: isASCII)
      index += 1
      return string
    case UInt8(ascii: "\\"): return try readEscapedString(text, from: start)
    case let byte: throw .json(.controlCharacter(byte), offset: index)
    }
  }

  /// Skips a string in quotes, as strictly as it is read; the index stands on the first.
  ///
  /// - Returns: Where its bytes are, and whether they are those of its text: ASCII without an escape.
  package mutating func skipString(
    _ text: Span<UInt8>
  ) throws(WireError) -> (bytes: Range<Int>, arePlain: Bool) {
    let start = index + 1
    guard index < text.count, text[index] == UInt8(ascii: "\"") else {
      throw .json(.endsEarly, offset: index)
    }
    index += 1
    let isASCII = passPlain(text)
    if isASCII, index < text.count, text[index] == UInt8(ascii: "\"") {
      index += 1
      return (start..<(index - 1), true)
    }
    index = start - 1
    _ = try readString(text)
    return (start..<(index - 1), false)
  }

  /// Passes a string's bytes up to a quote, an escape or a control character, eight at a time.
  ///
  /// - Returns: Whether all of them are ASCII.
  private mutating func passPlain(_ text: Span<UInt8>) -> Bool {
    let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let raw = unsafe text.bytes
    var all: UInt64 = 0
    while index + 8 <= text.count {
      let bytes = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      let word = UInt64(littleEndian: bytes)
      let quotes = word ^ (ones &* 0x22)
      let escapes = word ^ (ones &* 0x5C)
      // The lowest byte that is one of them, and none below it, has its highest bit here.
      let ends =
        ((quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes
          | (word &- ones &* 0x20) & ~word) & highest
      let count = ends.trailingZeroBitCount / 8
      all |= count < 8 ? word & ((1 << UInt64(8 * count)) - 1) : word
      index += count
      if count < 8 { return all & highest == 0 }
    }
    while index < text.count, text[index] >= 0x20, text[index] != UInt8(ascii: "\""),
      text[index] != UInt8(ascii: "\\")
    {
      all |= UInt64(text[index])
      index += 1
    }
    return all & highest == 0
  }

  /// Goes on at the first escape, now into a buffer.
  private mutating func readEscapedString(
    _ text: Span<UInt8>,
    from start: Int
  ) throws(WireError) -> String {
    var buffer = ByteBuffer(bytes: [])
    buffer.append(text.extracting(start..<index))
    while index < text.count {
      let runStart = index
      _ = passPlain(text)
      buffer.append(text.extracting(runStart..<index))
      guard index < text.count else { break }
      switch text[index] {
      case UInt8(ascii: "\""):
        // Escapes are ASCII, so whatever is invalid is so in the text as well, and found there.
        if let invalid = Self.firstInvalidByte(text, start..<index) {
          throw .json(.invalidUTF8, offset: invalid)
        }
        index += 1
        return String(decoding: buffer.bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(text, into: &buffer)
      default: throw .json(.controlCharacter(text[index]), offset: index)
      }
    }
    throw .json(.endsEarly, offset: index)
  }

  private mutating func readEscape(
    _ text: Span<UInt8>,
    into buffer: inout ByteBuffer
  ) throws(WireError) {
    let place = index
    guard index + 1 < text.count else { throw .json(.endsEarly, offset: text.count) }
    let letter = text[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "u"):
      let scalar = try readScalar(text, from: place)
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { buffer.append(byte) }
    default: throw .json(.badEscape, offset: place)
    }
  }

  /// Reads the digits behind `\u`, and those of the second half of a pair.
  private mutating func readScalar(
    _ text: Span<UInt8>,
    from place: Int
  ) throws(WireError) -> Unicode.Scalar {
    let first = try readHex(text, from: place)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { throw .json(.loneSurrogate, offset: place) }
    index += 2
    let second = try readHex(text, from: index - 2)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .json(.loneSurrogate, offset: place) }
    return scalar
  }

  private mutating func readHex(
    _ text: Span<UInt8>,
    from place: Int
  ) throws(WireError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < text.count else { throw .json(.endsEarly, offset: index) }
      switch text[index] {
      case let digit where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit):
        value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
      case let digit where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit | 0x20):
        value = value << 4 | UInt32((digit | 0x20) - UInt8(ascii: "a")) + 10
      default: throw .json(.badEscape, offset: place)
      }
      index += 1
    }
    return value
  }

  private static func string(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    isASCII: Bool
  ) throws(WireError) -> String {
    // `String(validating:as:)` looks up its generic types each time, which takes as long as the rest.
    if !isASCII, let invalid = firstInvalidByte(text, range) {
      throw .json(.invalidUTF8, offset: invalid)
    }
    return unsafe text.extracting(range).withUnsafeBufferPointer { bytes in
      unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Where the first sequence begins that UTF-8 does not allow.
  private static func firstInvalidByte(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      // How many bytes follow, and what the first of them may be: that rules out overlong forms,
      // surrogates, and what lies beyond the last scalar.
      let (following, second): (Int, ClosedRange<UInt8>)
      switch text[index] {
      case 0x00...0x7F: (following, second) = (0, 0x80...0xBF)
      case 0xC2...0xDF: (following, second) = (1, 0x80...0xBF)
      case 0xE0: (following, second) = (2, 0xA0...0xBF)
      case 0xED: (following, second) = (2, 0x80...0x9F)
      case 0xE1...0xEF: (following, second) = (2, 0x80...0xBF)
      case 0xF0: (following, second) = (3, 0x90...0xBF)
      case 0xF1...0xF3: (following, second) = (3, 0x80...0xBF)
      case 0xF4: (following, second) = (3, 0x80...0x8F)
      default: return index
      }
      guard index + following < range.upperBound else { return index }
      for step in 0..<following {
        let allowed = step == 0 ? second : 0x80...0xBF
        guard allowed.contains(text[index + 1 + step]) else { return index }
      }
      index += 1 + following
    }
    return nil
  }
}
