package import SluiceWire

/// Finds the marks of a recording, the last one first.
package struct MarkSearch<Fault: Error> {
  /// A mark, and the number of bytes in front of it.
  package typealias Found = (offset: Int, mark: WireRecord.Mark)

  /// How a mark begins; no text has a line break that isn't escaped.
  private static var pattern: StaticString { "\n{\"type\":\"mark\"" }
  private static var pieceLength: Int { 1 << 20 }
  /// Bytes of a mark with many stores.
  private static var maximumLength: Int { 1 << 22 }

  private let read: (Int, inout [UInt8]) throws(Fault) -> Int

  /// - Parameter read: Reads bytes anywhere, and returns their number, which is less than there is room for only at
  ///   the end.
  package init(_ read: @escaping (Int, inout [UInt8]) throws(Fault) -> Int) {
    self.read = read
  }

  /// Returns the last mark that begins before a place; `nil` if there is none.
  package func last(before place: Int) throws(Fault) -> Found? {
    var buffer: [UInt8] = []
    var end = place
    while end > 0 {
      let start = max(end - Self.pieceLength, 0)
      buffer = [UInt8](repeating: 0, count: end - start)
      var count = try read(start, &buffer)
      while let place = Self.lastPlace(in: buffer.span, before: count) {
        if let mark = try mark(at: start + place + 1) { return (start + place + 1, mark) }
        count = place
      }
      guard start > 0 else { return nil }
      // One may lie across both pieces.
      end = start + Self.pattern.utf8CodeUnitCount
    }
    return nil
  }

  /// Returns the mark before another.
  package func before(_ found: Found) throws(Fault) -> Found? {
    let previous = found.mark.previous
    if previous == 0 { return nil }
    if previous < found.offset, let mark = try mark(at: previous) { return (previous, mark) }
    return try last(before: found.offset)
  }

  /// Returns the mark at a place; `nil` if there is none, or it is damaged.
  package func mark(at offset: Int) throws(Fault) -> WireRecord.Mark? {
    var length = 1 << 12
    while length <= Self.maximumLength {
      var buffer = [UInt8](repeating: 0, count: length)
      let count = try read(offset, &buffer)
      if let end = buffer.span.firstIndex(of: UInt8(ascii: "\n"), from: 0), end < count {
        guard case .mark(let mark)? = try? WireRecord(line: buffer[..<end]) else { return nil }
        return mark
      }
      if count < length { return nil }
      length *= 8
    }
    return nil
  }

  private static func lastPlace(in bytes: Span<UInt8>, before end: Int) -> Int? {
    let pattern = pattern
    let length = pattern.utf8CodeUnitCount
    var last: Int?
    var start = 0
    while let place = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start), place + length <= end {
      let isMark = pattern.withUTF8Buffer { pattern in
        for index in 1..<length where unsafe pattern[index] != bytes[place + index] { return false }
        return true
      }
      if isMark { last = place }
      start = place + 1
    }
    return last
  }
}
