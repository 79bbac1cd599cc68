extension WireRecord {
  /// The end of what a hub tells a new viewer of the past: what follows happens now.
  package struct Live: WireRecordContent {
    package init() {}

    init(from reader: RecordReader) {}

    func writeFields(to writer: inout RecordWriter) {}
  }
}
