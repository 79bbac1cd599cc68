extension WireRecord {
  /// Commits that were not sent; a `state` follows.
  package struct Dropped: WireRecordContent {
    package var count: Int
    /// The number of the first.
    package var from: Int
    /// The number of the last.
    package var to: Int
    /// The reason; `nil` if it is unknown, or differs.
    package var reason: Reason?

    /// Why commits were not sent.
    package enum Reason: String, Sendable, CaseIterable {
      /// The program's buffers were full.
      case room
      /// No Explorer was connected, or the connection ended before they arrived.
      case connection
      /// An Explorer paused the stream.
      case pause
      /// The viewer reads too slowly.
      case viewer
    }

    package init(count: Int, from: Int, to: Int, reason: Reason? = nil) {
      self.reason = reason
      self.count = count
      self.from = from
      self.to = to
    }

    package init(_ numbers: ClosedRange<Int>, reason: Reason? = nil) {
      self.init(
        count: numbers.count,
        from: numbers.lowerBound,
        to: numbers.upperBound,
        reason: reason
      )
    }

    init(from reader: RecordReader) throws(WireError) {
      count = try reader.number("count")
      from = try reader.number("from")
      to = try reader.number("to")
      // A later version may know more reasons.
      reason = try reader.optionalString("reason").flatMap(Reason.init)
    }

    func write(to writer: inout RecordWriter) {
      writer.write("count", count)
      writer.write("from", from)
      writer.write("to", to)
      writer.write(ifPresent: reason?.rawValue, "reason")
    }
  }
}
