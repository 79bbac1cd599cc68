import SluiceSocket

/// A file to be read from the beginning to the end, or standard input.
final class InputFile {
  /// For people: the path, or that it is standard input.
  let name: String
  private let input: RecordingInput

  /// - Parameter path: `-` for standard input.
  init(at path: String) throws(SessionError) {
    let isStandard = path == "-"
    let name = isStandard ? "standard input" : "“\(path)”"
    do throws(SocketError) {
      input = try isStandard ? .standardInput() : RecordingInput(at: path)
    } catch {
      throw .cannotOpen(name: name, reason: error.reason)
    }
    self.name = name
  }

  /// Returns whether something can be read at a path.
  static func exists(at path: String) -> Bool { RecordingInput.isReadable(at: path) }

  /// Reads the next piece; blocks on a pipe until there is one.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(SessionError) -> Int {
    do throws(SocketError) {
      return try input.read(into: &buffer)
    } catch {
      throw .cannotOpen(name: name, reason: error.reason)
    }
  }
}
