import SluiceTree

extension WireRecord {
  /// The origin of an action.
  package struct Origin: Hashable, Sendable {
    package var file: String
    package var line: Int
    package var function: String
    /// The dispatcher's note.
    package var info: String?

    package init(file: String, line: Int, function: String, info: String? = nil) {
      self.file = file
      self.line = line
      self.function = function
      self.info = info
    }

    init(from reader: RecordReader) throws(WireError) {
      file = try reader.string("file")
      line = try reader.number("line")
      function = try reader.string("function")
      info = try reader.optionalString("info")
    }

    func write(to writer: inout RecordWriter) {
      writer.writeObject("origin", first: "file", .string(file)) { writer in
        writer.write("line", line)
        writer.write("function", function)
        writer.write(ifPresent: info, "info")
      }
    }
  }
}
