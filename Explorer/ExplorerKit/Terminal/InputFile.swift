import SluiceSocket

/// A file to be read from the beginning to the end, or anywhere; or standard input.
final class InputFile: Sendable {
  /// For people: the path, or that it is standard input.
  let name: String
  private let input: RecordingInput
  private let isStandard: Bool

  /// - Parameter path: `-` for standard input.
  init(at path: String, _ calls: SystemCalls = .system) throws(SessionError) {
    isStandard = path == "-"
    let name = isStandard ? "standard input" : "“\(path)”"
    do throws(SocketError) {
      input = try isStandard ? .standardInput(calls) : RecordingInput(at: path, calls)
    } catch {
      throw .cannotOpen(name: name, reason: error.reason)
    }
    self.name = name
  }

  /// Returns whether something can be read at a path.
  static func exists(at path: String) -> Bool { RecordingInput.isReadable(at: path) }

  /// The number of bytes; `nil` for what can be read only once, as a pipe.
  func size() throws(SessionError) -> Int? {
    // What somebody else opened may be read from anywhere, and by others, too.
    if isStandard { return nil }
    return try reading { () throws(SocketError) in try input.size() }
  }

  /// Reads bytes anywhere.
  ///
  /// - Returns: The number of bytes; fewer than there is room for only at the end.
  func read(at offset: Int, into buffer: inout [UInt8]) throws(SessionError) -> Int {
    try reading { () throws(SocketError) in try input.read(at: offset, into: &buffer) }
  }

  private func reading<Result>(
    _ body: () throws(SocketError) -> Result
  ) throws(SessionError) -> Result {
    do throws(SocketError) {
      return try body()
    } catch {
      throw .cannotOpen(name: name, reason: error.reason)
    }
  }

  /// Reads the next piece; blocks on a pipe until there is one.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(SessionError) -> Int {
    try reading { () throws(SocketError) in try input.read(into: &buffer) }
  }
}
