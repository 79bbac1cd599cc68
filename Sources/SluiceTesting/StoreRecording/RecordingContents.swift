import SluiceRecordings
import SluiceSocket
import SluiceTree
import SluiceWire

/// The records of a session file, or of both files of a bounded one, read one by one: memory doesn't grow with the session's length.
struct RecordingContents {
  private let path: String
  private let place: SourcePlace

  init(_ path: String, _ place: SourcePlace) {
    self.path = path
    self.place = place
  }

  /// Calls the function with each record but marks, on a thread with the stack for values within each other.
  func read(_ body: (WireEnvelope) throws -> Void) throws {
    do {
      try ServiceThread.call(name: "recording") { try readHere(body) }
    } catch let failure as ExpectationFailure {
      // The thread that reads isn't the test's.
      try failure.end()
    }
  }

  private func readHere(_ body: (WireEnvelope) throws -> Void) throws {
    var marks = MarkPassing()
    do {
      let pair = try RecordingPair(at: path).members.map(\.input)
      for input in pair.isEmpty ? [try RecordingInput(at: path)] : pair {
        var reader = RecordingReader(input)
        do {
          while let envelope = try reader.next() {
            if !marks.takes(envelope) { try body(envelope) }
          }
        } catch let error as WireError {
          throw damage("Line \(reader.line) of \(input.path.quoted) is damaged: \(error)")
        }
      }
    } catch let error as SocketError {
      throw damage("The recording \(path.quoted) cannot be read: \(error.reason)")
    }
  }

  private func damage(_ happened: String) -> ExpectationFailure {
    ExpectationFailure(
      place,
      happened: happened,
      [],
      fix: "name a file that a `file:` endpoint or `sluice-explorer record` wrote."
    )
  }
}
