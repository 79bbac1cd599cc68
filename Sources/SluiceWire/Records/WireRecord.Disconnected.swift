extension WireRecord {
  /// Notifies viewers that a program's connection has ended.
  package struct Disconnected: WireRecordContent {
    static let type = "disconnected"

    /// Whether the program sent `bye`.
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
