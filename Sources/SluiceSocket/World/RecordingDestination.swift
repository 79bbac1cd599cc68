/// Where a recording is written; see ``RecordingFile``.
package protocol RecordingDestination: Sendable {
  var path: String { get }
  /// Tells one file from another, whatever it is called.
  var identity: PathFacts.Identity { get }

  /// Returns what others did to what was written, if anything.
  func fault() -> RecordingFile.Fault?

  /// Returns a destination at the same place that is empty.
  func anew(after fault: RecordingFile.Fault) throws(SocketError) -> Self

  /// How many files of a bounded recording were begun up to this one; `nil` for one without a bound.
  var turn: Int? { get }

  /// Begins the other file of a bounded recording; what that held goes.
  func turned() throws(SocketError) -> Self

  /// Writes as much as there is room for; returns the number of bytes.
  ///
  /// - Throws: An error if nothing could be written; it may be possible later.
  func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int
}

extension RecordingDestination {
  package var turn: Int? { nil }
  package func turned() throws(SocketError) -> Self { self }

  /// Writes all bytes; a kill afterwards does not lose them.
  package func write(_ bytes: [UInt8]) throws(SocketError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SocketError) {
        rest = rest.dropFirst(try writeSome(rest))
      } catch .diskFull {
        // Nobody waits here until there is room.
        throw .system(call: "write", path: path, code: SocketError.noSpace)
      }
    }
  }
}

extension RecordingFile: RecordingDestination {}
