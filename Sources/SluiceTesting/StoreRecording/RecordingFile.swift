import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire

/// The records of a session file, read one by one: memory doesn't grow with the session's length.
struct RecordingFile {
  private static var pieceLength: Int { 1 << 18 }

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
    let file = try open()
    defer { try? file.close() }
    var framer = LineFramer(limit: .unlimited)
    var number = 0
    var marks = MarkPassing()
    while let piece = try nextPiece(file), !piece.isEmpty {
      framer.append(Array(piece)[...])
      do {
        while let line = try framer.next() {
          number += 1
          let envelope = try WireEnvelope(lineOfFile: line)
          if !marks.takes(envelope) { try body(envelope) }
        }
      } catch let error as WireError {
        throw damage("Line \(number) of \(path.quoted) is damaged: \(error)")
      }
    }
    // A killed program leaves half a line; all lines before it count.
  }

  private func open() throws -> FileHandle {
    do {
      return try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw damage("The recording \(path.quoted) cannot be read: \(error.localizedDescription)")
    }
  }

  private func nextPiece(_ file: FileHandle) throws -> Data? {
    do {
      return try file.read(upToCount: Self.pieceLength)
    } catch {
      throw damage("The recording \(path.quoted) cannot be read: \(error.localizedDescription)")
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
