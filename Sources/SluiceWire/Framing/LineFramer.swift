/// Cuts a stream of bytes, which arrives in any pieces, into lines.
///
/// Append what was read, then ask for lines until there is none. Memory is bounded by the limit
/// and one piece: a line that is too long is skipped, not kept. Empty lines are passed over.
package struct LineFramer: Sendable {
  /// The longest line, from the next one that is asked for on.
  package var limit: LineLimit

  private var buffer: [UInt8] = []
  /// Where the current line begins.
  private var start = 0
  /// Up to where it was searched for its end.
  private var searched = 0
  /// Bytes of a line that is too long and whose end has not come; 0 for none.
  private var skipped = 0
  /// Bytes of ``skippedHead``.
  private static let longestHead = 256

  /// How the last line began that was too long: enough to see what it was.
  package private(set) var skippedHead: [UInt8] = []

  package init(limit: LineLimit = .standardRecord) {
    self.limit = limit
  }

  /// The number of the last line that ended, from 1; empty ones count, too.
  package private(set) var line = 0

  /// Bytes that wait for the end of their line.
  package var pending: Int { skipped + buffer.count - start }

  /// Bytes of memory in use.
  package var held: Int { buffer.count }

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    if start == buffer.count {
      // One giant record should not cost memory for good.
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      searched = 0
      start = 0
    } else if start > buffer.count / 2 {
      // Each byte moves at most once on average.
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next line without its break, or nil when more bytes are needed.
  ///
  /// Let go of the slice before the next `append`, or the buffer is copied.
  ///
  /// - Throws: For a line that is too long, once its end has come. Ask again for those behind it.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let range = start..<end
      start = end + 1
      searched = start
      line += 1
      let length = skipped + range.count
      if skipped == 0, length > limit.bytes { keepHead(of: range) }
      skipped = 0
      if length > limit.bytes { throw .recordTooLong(bytes: length, limit: limit) }
      if !range.isEmpty { return buffer[range] }
    }
    searched = buffer.count
    if skipped > 0 || buffer.count - start > limit.bytes {
      if skipped == 0 { keepHead(of: start..<buffer.count) }
      skipped += buffer.count - start
      start = buffer.count
    }
    return nil
  }

  private mutating func keepHead(of line: Range<Int>) {
    skippedHead = Array(buffer[line].prefix(Self.longestHead))
  }

  /// What stands behind the last break, once no more bytes come; nil for nothing, and for more than
  /// a line may hold.
  package var rest: ArraySlice<UInt8>? {
    pending > 0 && skipped == 0 ? buffer[start...] : nil
  }

  /// Tells what the end of the stream leaves unfinished.
  package func finish() throws(WireError) {
    if pending > 0 { throw .unfinishedLine(bytes: pending) }
  }
}
