extension WireRecord {
  /// Tells the hub's viewers that a program's connection has ended.
  package struct Disconnected: WireRecordContent {
    static let type = "disconnected"

    /// Whether the program said that it was going.
    package var isOrderly: Bool

    package init(isOrderly: Bool) {
      self.isOrderly = isOrderly
    }

    init(from reader: RecordReader) throws(WireError) {
      isOrderly = try reader.bool("orderly")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("orderly", isOrderly)
    }
  }
}
