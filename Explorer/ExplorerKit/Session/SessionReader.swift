import SluiceWire

/// Reads a session line by line, in memory that is bounded by the longest record.
struct SessionReader {
  /// A line with its number, and what it says, or what is wrong with it.
  struct Line {
    let number: Int
    /// Bytes.
    let length: Int
    let content: Result<WireEnvelope, WireError>

    /// Whether it can only stem from a session.
    fileprivate var isFamiliar: Bool {
      guard case .success(let envelope) = content else { return false }
      if case .unknown = envelope.record { return false }
      return true
    }
  }

  /// Bad lines at the beginning after which a file is taken for something else.
  private static let mostStrange = 20

  private let file: InputFile
  private var framer: LineFramer
  private var buffer = [UInt8](repeating: 0, count: 1 << 17)
  private var isAtEnd = false
  private var isFamiliar = false
  /// Lines that were read to find out what the file is.
  private var ahead: [Line] = []

  /// - Parameter longestRecord: In bytes.
  init(_ file: InputFile, longestRecord: Int) {
    self.file = file
    // As in ``ViewerSession``: a line may be longer by its instance.
    framer = LineFramer(limit: .record(longestRecord + 8 * PeerSession.longestInstance))
  }

  /// The next line that is not empty, or nil at the end.
  ///
  /// - Throws: When the file cannot be read, and when its beginning is that of something else.
  mutating func next() throws(SessionError) -> Line? {
    if !isFamiliar { try becomeFamiliar() }
    if !ahead.isEmpty { return ahead.removeFirst() }
    return try read()
  }

  /// Looks for a record among the first lines; some of a session's may be damaged.
  private mutating func becomeFamiliar() throws(SessionError) {
    var first: Line?
    while ahead.count < Self.mostStrange, let line = try read() {
      first = first ?? line
      ahead.append(line)
      if line.isFamiliar {
        isFamiliar = true
        return
      }
    }
    guard let first else { throw .empty(name: file.name) }
    switch first.content {
    case .success:
      throw .foreign(name: file.name, reason: "Its lines are JSON, but no records.")
    case .failure(let error):
      throw .foreign(name: file.name, reason: "In line \(first.number): \(error)")
    }
  }

  private mutating func read() throws(SessionError) -> Line? {
    while true {
      do throws(WireError) {
        if let line = try framer.next() {
          let content = Self.content(of: line)
          return Line(number: framer.line, length: line.count, content: content)
        }
      } catch {
        return Line(number: framer.line, length: 0, content: .failure(error))
      }
      if isAtEnd { return nil }
      let count = try file.read(into: &buffer)
      if count > 0 {
        framer.append(buffer[..<count])
        if framer.line == 0, framer.pending > framer.limit.bytes {
          // Nobody has to wait for the end of a disk image.
          let reason = "Its first line is longer than a record may be."
          throw .foreign(name: file.name, reason: reason)
        }
      } else {
        isAtEnd = true
        if let line = lastLine() { return line }
      }
    }
  }

  /// What stands behind the last break: whole, if only the break is missing.
  private func lastLine() -> Line? {
    let number = framer.line + 1
    if let rest = framer.rest, case .success(let envelope) = Self.content(of: rest) {
      return Line(number: number, length: rest.count, content: .success(envelope))
    }
    do throws(WireError) {
      try framer.finish()
      return nil
    } catch {
      return Line(number: number, length: 0, content: .failure(error))
    }
  }

  private static func content(of line: ArraySlice<UInt8>) -> Result<WireEnvelope, WireError> {
    do throws(WireError) {
      return .success(try WireEnvelope(line: line))
    } catch {
      return .failure(error)
    }
  }
}
