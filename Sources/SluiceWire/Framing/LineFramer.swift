/// Splits a stream of bytes, which arrives in any pieces, into lines.
///
/// Append what was read, then call ``next()`` until it returns `nil`. Memory is bounded by the
/// limit and one piece: skips lines that are too long, and empty lines.
package struct LineFramer: Sendable {
  /// The maximum length of the lines that follow.
  package var limit: LineLimit

  private(set) var buffer: [UInt8] = []
  /// The start of the current line.
  private var start = 0
  /// The end of the part already searched for a line feed.
  private var searched = 0
  /// The number of bytes of an unfinished line that is too long; 0 for none.
  private var skipped = 0
  /// The number of bytes in front of the buffer.
  private var passed = 0
  /// Bytes of ``skippedHead``.
  private static let maximumHeadLength = 256

  /// The beginning of the last line that was too long.
  package private(set) var skippedHead: [UInt8] = []

  package init(limit: LineLimit = .standardRecord) {
    self.limit = limit
  }

  /// - Parameters:
  ///   - line: The number of lines in front of the first one.
  ///   - offset: The number of their bytes.
  package init(limit: LineLimit, after line: Int, _ offset: Int) {
    self.limit = limit
    self.line = line
    self.offset = offset
    passed = offset
  }

  /// The number of the last complete line, from 1, empty ones included.
  package private(set) var line = 0

  /// The number of bytes in front of the last line that was returned, or of those behind its end.
  package private(set) var offset = 0

  /// The number of bytes of the unfinished line.
  package var pending: Int { skipped + buffer.count - start }

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    if start == buffer.count {
      // One giant record should not cost memory for good.
      passed += buffer.count
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      searched = 0
      start = 0
    } else if start > buffer.count / 2 {
      // Each byte moves at most once on average.
      passed += start
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    assert(start <= searched && searched <= buffer.count)
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next line without its line feed; `nil` if more bytes are needed.
  ///
  /// Release the slice before the next `append`, or the buffer is copied.
  ///
  /// - Throws: For a line that is too long, once its end has come. Ask again for those behind it.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    while let end = buffer.span.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
      let range = start..<end
      start = end + 1
      searched = start
      line += 1
      assert(passed + range.lowerBound >= offset)
      offset = passed + range.lowerBound
      let length = skipped + range.count
      if skipped == 0, length > limit.bytes { saveHead(of: range) }
      skipped = 0
      if length > limit.bytes { throw .recordTooLong(bytes: length, limit: limit) }
      if !range.isEmpty { return buffer[range] }
    }
    searched = buffer.count
    if skipped > 0 || buffer.count - start > limit.bytes {
      if skipped == 0 { saveHead(of: start..<buffer.count) }
      skipped += buffer.count - start
      start = buffer.count
    }
    assert(start <= searched)
    return nil
  }

  private mutating func saveHead(of line: Range<Int>) {
    skippedHead = Array(buffer[line].prefix(Self.maximumHeadLength))
  }

  /// The bytes after the last line feed, at the end of the stream; `nil` if there are none or too
  /// many.
  ///
  /// Its number is one more than ``line``, and ``restOffset`` bytes are in front of it.
  package var rest: ArraySlice<UInt8>? {
    pending > 0 && skipped == 0 ? buffer[start...] : nil
  }

  package var restOffset: Int { passed + start - skipped }

  /// Throws if the stream ends within a line.
  package func finish() throws(WireError) {
    if pending > 0 { throw .unfinishedLine(bytes: pending) }
  }
}
