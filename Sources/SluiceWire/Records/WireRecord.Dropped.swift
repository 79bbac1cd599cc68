extension WireRecord {
  /// Commits that were not sent; a `state` follows.
  package struct Dropped: FieldedRecord {
    package var count: Int
    /// The number of the first.
    package var from: Int
    /// The number of the last.
    package var to: Int
    /// The reason; `nil` if it is unknown, or differs.
    package var reason: Reason?

    /// Why commits were not sent.
    package enum Reason: String, Sendable, CaseIterable, FieldValue {
      /// The program's buffers were full.
      case room
      /// No Explorer was connected, or the connection ended before they arrived.
      case connection
      /// An Explorer paused the stream.
      case pause
      /// The viewer reads too slowly.
      case viewer

      /// A later version may know more reasons.
      static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
        try String.read(key, from: reader).flatMap { Self(rawValue: $0) }
      }
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

    static var blank: Self { Self(count: 0, from: 0, to: 0) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("count", &count)
      try coder.field("from", &from)
      try coder.field("to", &to)
      try coder.field("reason", &reason)
    }
  }
}
