extension WireRecord {
  /// Commits that were not sent; a `state` mends the gap.
  package struct Dropped: WireRecordContent {
    static let type = "dropped"

    package var count: Int
    /// The number of the first.
    package var from: Int
    /// The number of the last.
    package var to: Int
    /// Why; `nil` where that is not known, or differs.
    package var reason: Reason?

    /// Why commits were not sent.
    package enum Reason: String, Sendable, CaseIterable {
      /// More happened than there was room for in the program.
      case room
      /// No Explorer was connected, or the connection ended while they were on their way.
      case connection
      /// An Explorer had asked for a pause.
      case pause
      /// The viewer that is told reads more slowly than commits come.
      case viewer
    }

    package init(count: Int, from: Int, to: Int, reason: Reason? = nil) {
      self.reason = reason
      self.count = count
      self.from = from
      self.to = to
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
