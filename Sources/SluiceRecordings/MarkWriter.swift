package import SluiceWire

/// Knows how far a recording is, and when it gets the next mark.
package struct MarkWriter: Sendable {
  /// The minimum number of bytes between two marks.
  package static let minimumDistance = 4 << 20
  /// How many times the size of the states lies between two marks, so that marks stay a small part.
  private static let factor = 8

  private let minimum: Int
  /// Bytes of both files of a bounded recording; `nil` for one without a bound.
  package private(set) var limit: Int?
  /// The limit that was last reported.
  private var toldLimit = 0
  private var bytes = 0
  private var lines = 0
  private var programs: Int
  /// Where the last mark begins, and where its lines end.
  private var last = (start: 0, end: 0)
  /// Bytes of the states that a mark would have, about.
  package var stateBytes = 0

  /// - Parameters:
  ///   - programs: The number of `hello` that are written without being noted.
  ///   - minimum: The minimum number of bytes between two marks.
  ///   - limit: Bytes of both files of a bounded recording.
  package init(programs: Int = 0, minimum: Int = minimumDistance, limit: Int? = nil) {
    self.programs = programs
    self.minimum = minimum
    self.limit = limit
  }

  /// Notes that another file is begun, in which the same programs say hello.
  package mutating func beginAnew() {
    let former = self
    self = MarkWriter(programs: programs, minimum: minimum, limit: limit)
    (stateBytes, toldLimit) = (former.stateBytes, former.toldLimit)
  }

  /// Whether the other file of a bounded recording is to be begun.
  ///
  /// Before half the limit, since what is written between two questions comes on top.
  package var isFull: Bool { limit.map { bytes >= $0 / 16 * 7 } ?? false }

  /// Raises the limit to eight times the states if it is lower.
  ///
  /// - Returns: The new limit if it is much higher than the one last reported; a file is at most a quarter states.
  package mutating func fitLimit() -> Int? {
    guard let limit, stateBytes > limit / 8 else { return nil }
    let (raised, overflows) = stateBytes.multipliedReportingOverflow(by: 8)
    let new = overflows ? .max : raised
    self.limit = new
    guard new / 5 * 4 >= toldLimit else { return nil }
    toldLimit = new
    return new
  }

  /// Whether enough has been written since the last mark.
  package var isDue: Bool {
    let (needed, overflows) = stateBytes.multipliedReportingOverflow(by: Self.factor)
    return !overflows && bytes - last.end >= max(minimum, needed)
  }

  /// Notes what is written.
  ///
  /// - Parameter programs: The number of `hello` among the lines.
  package mutating func note(bytes: Int, lines: Int, programs: Int = 0) {
    self.bytes += bytes
    self.lines += lines
    self.programs += programs
  }

  /// Appends a mark, and notes that.
  ///
  /// - Parameters:
  ///   - stores: Those that are connected.
  ///   - records: For each of them the `hello`, and the state if its number is known.
  ///   - turn: Where a file of a bounded recording begins with it, its number.
  package mutating func write(
    _ stores: [WireRecord.Mark.Store],
    _ records: [WireEnvelope],
    turn: Int? = nil,
    to buffer: inout [UInt8]
  ) {
    if turn != nil { beginAnew() }
    let count = buffer.count
    // A large state is in memory once, and in no buffer that has become too small for it.
    buffer.reserveCapacity(count + stateBytes / 8 * 9 + 1_024)
    let mark = WireRecord.Mark(
      turn: turn,
      previous: last.start,
      line: lines,
      programs: programs,
      stores: stores
    )
    WireRecord.mark(mark).write(to: &buffer)
    let start = buffer.count
    for envelope in records { envelope.record.write(to: &buffer, instance: envelope.instance) }
    last.start = bytes
    if !stores.isEmpty { stateBytes = buffer.count - start }
    note(bytes: buffer.count - count, lines: 1 + records.count)
    last.end = bytes
  }
}
