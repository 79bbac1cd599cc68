import SluiceRecordings
import SluiceWire

/// Reads a session line by line, in memory that is bounded by the longest record.
struct SessionReader {
  /// A line with its number, and its record or what is wrong with it.
  struct Line {
    let number: Int
    /// The number of bytes in front of it.
    let offset: Int
    /// Bytes.
    let length: Int
    let content: Result<WireEnvelope, WireError>

    /// Whether only a session contains such a line.
    fileprivate var isFamiliar: Bool {
      guard case .success(let envelope) = content else { return false }
      if case .unknown = envelope.record { return false }
      return true
    }
  }

  /// The number of bad lines at the beginning that make a file something else.
  private static let maximalStrange = 20
  /// The bytes of a first line that make a file something else: a session begins with `hello`.
  private static let maximalStrangeLength = LineLimit.standardRecord.bytes

  private let file: InputFile
  private var framer: LineFramer
  private var buffer = [UInt8](repeating: 0, count: 1 << 17)
  /// Where the next piece begins, and where the last one ends; `nil` for what is read only once.
  private var range: Range<Int>?
  private var isAtEnd = false
  private var isFamiliar = false
  /// The lines read to determine what the file is.
  private var ahead: [Line] = []

  init(_ file: InputFile, longestLine: LineLimit) {
    self.file = file
    framer = LineFramer(limit: longestLine)
  }

  /// Reads a part of a session that is known to be one.
  ///
  /// - Parameter end: The number of bytes in front of its end.
  init(_ file: InputFile, longestLine: LineLimit, from place: SessionPlace, to end: Int) {
    self.file = file
    framer = LineFramer(limit: longestLine, after: place.line, place.offset)
    range = place.offset..<max(end, place.offset)
    isFamiliar = true
  }

  /// Returns the next line that isn't empty; `nil` at the end.
  ///
  /// - Parameter needed: Returns what is to be read of a line, and `nil` for nothing; all of each line without it.
  /// - Throws: An error if the file can't be read, or begins as something else does.
  mutating func next(
    of needed: ((LineHead) -> ArraySlice<UInt8>?)? = nil
  ) throws(SessionError) -> Line? {
    if !isFamiliar { try becomeFamiliar() }
    if !ahead.isEmpty { return ahead.removeFirst() }
    return try read(needed)
  }

  /// Searches the first lines for a record, since some may be damaged.
  mutating func becomeFamiliar() throws(SessionError) {
    var first: Line?
    while ahead.count < Self.maximalStrange, let line = try read() {
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
      throw .foreign(name: file.name, reason: "Its lines are JSON, but not records.")
    case .failure(let error):
      throw .foreign(name: file.name, reason: "In line \(first.number): \(error)")
    }
  }

  private mutating func read(
    _ needed: ((LineHead) -> ArraySlice<UInt8>?)? = nil
  ) throws(SessionError) -> Line? {
    while true {
      do throws(WireError) {
        while let line = try framer.next() {
          guard let needed else { return self.line(line, line.count) }
          if let part = needed(LineHead(line)) { return self.line(part, line.count) }
        }
      } catch {
        return fault(error)
      }
      if isAtEnd { return nil }
      if let last = try readPiece() { return last }
    }
  }

  private func line(_ bytes: ArraySlice<UInt8>, _ length: Int) -> Line {
    Line(
      number: framer.line,
      offset: framer.offset,
      length: length,
      content: Self.content(of: bytes)
    )
  }

  private func fault(_ error: WireError) -> Line {
    Line(number: framer.line, offset: framer.offset, length: 0, content: .failure(error))
  }

  /// Reads more of the file.
  ///
  /// - Returns: At its end the last line, if its break is missing.
  private mutating func readPiece() throws(SessionError) -> Line? {
    let count = try fill()
    guard count > 0 else {
      isAtEnd = true
      return lastLine()
    }
    framer.append(buffer[..<count])
    if framer.line == 0, framer.pending > min(framer.limit.bytes, Self.maximalStrangeLength) {
      // Doesn't read a disk image to its end.
      throw .foreign(name: file.name, reason: "Its first line is longer than a record may be.")
    }
    return nil
  }

  /// Returns the number of bytes that were read, 0 at the end.
  private mutating func fill() throws(SessionError) -> Int {
    guard let range else { return try file.read(into: &buffer) }
    if range.count < buffer.count { buffer.removeLast(buffer.count - range.count) }
    if buffer.isEmpty { return 0 }
    let count = try file.read(at: range.lowerBound, into: &buffer)
    self.range = (range.lowerBound + count)..<range.upperBound
    return count
  }

  /// Returns what follows the last line break: a line, if only its break is missing.
  private func lastLine() -> Line? {
    let number = framer.line + 1
    if let rest = framer.rest, case .success(let envelope) = Self.content(of: rest) {
      return Line(
        number: number,
        offset: framer.restOffset,
        length: rest.count,
        content: .success(envelope)
      )
    }
    do throws(WireError) {
      try framer.finish()
      return nil
    } catch {
      return Line(
        number: number,
        offset: framer.restOffset,
        length: 0,
        content: .failure(error)
      )
    }
  }

  private static func content(of line: ArraySlice<UInt8>) -> Result<WireEnvelope, WireError> {
    do throws(WireError) {
      return .success(try WireEnvelope(lineOfFile: line))
    } catch {
      return .failure(error)
    }
  }
}
