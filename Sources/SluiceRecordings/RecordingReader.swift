package import SluiceSocket
package import SluiceWire

/// Reads the records of a recording one by one, in memory that is bounded by the longest.
///
/// Ignores half a line at the end, which a killed program leaves.
package struct RecordingReader {
  private let input: RecordingInput
  private var framer: LineFramer
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// - Parameters:
  ///   - line: The number of lines in front of the place where the input is read.
  ///   - offset: The number of their bytes.
  package init(_ input: RecordingInput, after line: Int = 0, _ offset: Int = 0) {
    self.input = input
    framer = LineFramer(limit: .unlimited, after: line, offset)
  }

  /// The number of the last line that was read, from 1.
  package var line: Int { framer.line }

  /// Returns the next record; `nil` at the end.
  ///
  /// Call it on a thread with the stack for values within each other.
  ///
  /// - Throws: A `WireError` for a line that is damaged, or a `SocketError`.
  package mutating func next() throws -> WireEnvelope? {
    while true {
      if let line = try framer.next() { return try WireEnvelope(lineOfFile: line) }
      let count = try input.read(into: &buffer)
      if count == 0 { return nil }
      framer.append(buffer[..<count])
    }
  }
}
