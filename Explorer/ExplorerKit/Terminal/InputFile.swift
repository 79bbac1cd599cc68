import SluiceSocket
import SluiceWire
import Synchronization

/// A file to be read from the beginning to the end, or anywhere; or standard input.
///
/// A bounded recording is one file: the older of its two, then the newer.
final class InputFile: Sendable {
  /// One of the files.
  struct Part: Sendable {
    fileprivate let input: RecordingInput
    /// Bytes in the whole.
    let range: Range<Int>
    /// The number of lines of the parts in front.
    let lines: Int
  }

  /// For people: the path or paths, or that it is standard input.
  let name: String
  private let input: RecordingInput
  /// The files of a bounded recording, the older one first; none for anything else.
  let parts: [Part]
  private let isStandard: Bool
  /// The number of bytes that were read one after another, of several parts.
  private let position = Mutex(0)

  /// - Parameter path: `-` for standard input.
  init(at path: String, _ calls: SystemCalls = .system) throws(SessionError) {
    isStandard = path == "-"
    var name = isStandard ? "standard input" : "“\(path)”"
    do throws(SocketError) {
      let pair = isStandard ? [] : try RecordingPair(at: path, calls).members.map(\.input)
      if let first = pair.first {
        input = first
      } else {
        input = try isStandard ? .standardInput(calls) : RecordingInput(at: path, calls)
      }
      parts = try Self.parts(pair)
      if !parts.isEmpty { name = parts.map { "“\($0.input.path)”" }.joined(separator: " and ") }
    } catch {
      throw .cannotOpen(name: name, reason: error.reason)
    }
    self.name = name
  }

  private static func parts(_ inputs: [RecordingInput]) throws(SocketError) -> [Part] {
    var parts: [Part] = []
    var lines = 0
    for (index, input) in inputs.enumerated() {
      let size = try input.size() ?? 0
      let start = parts.last?.range.upperBound ?? 0
      guard index + 1 < inputs.count else {
        parts.append(Part(input: input, range: start..<(start + size), lines: lines))
        break
      }
      // A killed program has left half a line.
      let breaks = try countBreaks(input, size)
      parts.append(Part(input: input, range: start..<(start + breaks.end), lines: lines))
      lines += breaks.count
    }
    return parts
  }

  /// Returns the number of line breaks of a file, and where the last one ends.
  private static func countBreaks(
    _ input: RecordingInput,
    _ size: Int
  ) throws(SocketError) -> (count: Int, end: Int) {
    var breaks = (count: 0, end: 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while offset < size, case let count = try input.read(at: offset, into: &buffer), count > 0 {
      let length = min(count, size - offset)
      var start = 0
      while let place = buffer.span.firstIndex(of: UInt8(ascii: "\n"), from: start), place < length
      {
        breaks = (breaks.count + 1, offset + place + 1)
        start = place + 1
      }
      offset += length
    }
    return breaks
  }

  /// Returns whether something can be read at a path.
  static func exists(at path: String) -> Bool {
    RecordingInput.isReadable(at: path)
      || !((try? RecordingPair(at: path).members) ?? []).isEmpty
  }

  /// The number of bytes; `nil` for what can be read only once, as a pipe.
  func size() throws(SessionError) -> Int? {
    // What somebody else opened may be read from anywhere, and by others, too.
    if isStandard { return nil }
    // What is written later is left out: the other file may be begun anew then.
    if let last = parts.last { return last.range.upperBound }
    return try reading { () throws(SocketError) in try input.size() }
  }

  /// Reads bytes anywhere.
  ///
  /// - Returns: The number of bytes; fewer than there is room for only at the end, or behind a part.
  func read(at offset: Int, into buffer: inout [UInt8]) throws(SessionError) -> Int {
    let part = parts.first { $0.range.contains(offset) }
    guard let part else {
      if !parts.isEmpty { return 0 }
      return try reading { () throws(SocketError) in try input.read(at: offset, into: &buffer) }
    }
    let count = try reading { () throws(SocketError) in
      try part.input.read(at: offset - part.range.lowerBound, into: &buffer)
    }
    return min(count, part.range.upperBound - offset)
  }

  /// Reads the rest.
  ///
  /// - Throws: An error if there are more than `limit` bytes, or something can't be read.
  func bytes(atMost limit: Int = .max) throws(SessionError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try read(into: &buffer), count > 0 {
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        let reason = "it exceeds \(ByteCount(limit)), the limit of --max-record"
        throw .cannotOpen(name: name, reason: reason)
      }
    }
    return bytes
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
    if parts.isEmpty {
      return try reading { () throws(SocketError) in try input.read(into: &buffer) }
    }
    let count = try read(at: position.withLock { $0 }, into: &buffer)
    position.withLock { $0 += count }
    return count
  }
}
