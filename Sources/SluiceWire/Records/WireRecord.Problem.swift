extension WireRecord {
  /// What the hub found fault with, told to its viewers: about a program, or about somebody who
  /// never said who it is.
  package struct Problem: WireRecordContent {
    static let type = "problem"

    package var message: String

    package init(message: String) {
      self.message = message
    }

    init(from reader: RecordReader) throws(WireError) {
      message = try reader.string("message")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("message", message)
    }
  }
}
