/// Why bytes from the other side are no record.
package enum WireError: Error, Hashable, Sendable {
  /// The line is no JSON; the offset counts bytes from its beginning.
  case json(JSONFault, offset: Int)
  /// The line is JSON, but no object.
  case notAnObject
  case missingKey(String, record: String)
  case badKey(String, record: String, expected: String)
  /// A whole number that is too small or too large for its key.
  case outOfRange(String, record: String, value: String, range: ClosedRange<Int64>)
  /// A line that is longer than is read; it was skipped.
  case recordTooLong(bytes: Int, limit: LineLimit)
  /// The stream ended within a line.
  case unfinishedLine(bytes: Int)
  case noCommonVersion(theirs: ClosedRange<WireVersion>, ours: ClosedRange<WireVersion>)

  package enum JSONFault: Hashable, Sendable {
    case endsEarly
    case unexpected(UInt8)
    case trailing
    case tooDeep(limit: Int)
    case invalidUTF8
    case controlCharacter(UInt8)
    case badEscape
    case loneSurrogate
    case badNumber
    case numberOutOfRange
    case duplicateKey(String)
    /// A key that begins with a single `$`.
    case reservedKey(String)
    /// A tagged object whose key is missing or holds something else.
    case badTag(kind: String, key: String)
  }
}
