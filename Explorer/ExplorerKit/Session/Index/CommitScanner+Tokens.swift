import SluiceTree
import SluiceWire

/// Reads strings, numbers and fixed words of JSON.
extension CommitScanner {
  /// Reads a string with its quotation marks.
  ///
  /// - Returns: Its bytes; `nil` if they have to be decoded or validated.
  mutating func string(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> Range<Int>? {
    guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw Unfamiliar() }
    index += 1
    let start = index
    var isPlain = true
    var bits: UInt8 = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        return isPlain && bits < 0x80 ? start..<(index - 1) : nil
      }
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        index += 1
      } else if byte < 0x20 {
        throw Unfamiliar()
      }
      bits |= byte
    }
    throw Unfamiliar()
  }

  /// Reads a string that is as it is written.
  mutating func plainRange(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> Range<Int> {
    guard let range = try string(text) else { throw Unfamiliar() }
    return range
  }

  mutating func plainString(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> String {
    let range = try plainRange(text)
    return unsafe text.extracting(range).withUnsafeBufferPointer { bytes in
      unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  mutating func skipString(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    let start = index
    if try string(text) == nil { try general(text, start..<index, isWritten: false) }
  }

  /// Reads a whole number that isn't negative.
  mutating func number(
    _ text: Swift.Span<UInt8>,
    atMost maximum: Int = WireNumber.maximum
  ) throws(Unfamiliar) -> Int {
    let start = index
    var number = 0
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit < 10 {
      guard index - start < 18 else { throw Unfamiliar() }
      number = number * 10 + Int(digit)
      index += 1
    }
    guard index > start, index == start + 1 || text[start] != UInt8(ascii: "0"), number <= maximum
    else { throw Unfamiliar() }
    return number
  }

  mutating func take(_ word: StaticString, _ text: Swift.Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard text.count - index >= count else { return false }
    let isThere = word.withUTF8Buffer { word in
      for offset in 0..<count where unsafe word[offset] != text[index + offset] { return false }
      return true
    }
    if isThere { index += count }
    return isThere
  }

  mutating func expect(_ word: StaticString, _ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    guard take(word, text) else { throw Unfamiliar() }
  }
}
