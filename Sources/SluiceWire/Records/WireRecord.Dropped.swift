extension WireRecord {
  /// Commits that were not sent; a `state` mends the gap.
  package struct Dropped: WireRecordContent {
    static let type = "dropped"

    package var count: Int
    /// The number of the first.
    package var from: Int
    /// The number of the last.
    package var to: Int

    package init(count: Int, from: Int, to: Int) {
      self.count = count
      self.from = from
      self.to = to
    }

    init(from reader: RecordReader) throws(WireError) {
      count = try reader.number("count")
      from = try reader.number("from")
      to = try reader.number("to")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("count", count)
      writer.write("from", from)
      writer.write("to", to)
    }
  }
}
