extension WireRecord {
  /// The hub's answer to `hello`: it narrows what the program may send, which waits for nothing.
  package struct Welcome: WireRecordContent {
    static let type = "welcome"

    package var version: WireVersion
    /// Bytes of the longest record that the hub reads.
    package var longestRecord: Int
    /// Unknown ones are retained and ignored.
    package var capabilities: [Capability]

    /// A request of viewers that a hub answers beyond those that every hub does.
    package struct Capability: RawRepresentable, Hashable, Sendable {
      package let rawValue: String
      /// It holds the past of programs.
      package static let history = Capability(rawValue: "history")
      /// It answers questions about them.
      package static let question = Capability(rawValue: "question")

      package init(rawValue: String) {
        self.rawValue = rawValue
      }
    }

    package init(
      version: WireVersion = .one,
      longestRecord: Int = LineLimit.standardRecord.bytes,
      capabilities: [Capability] = []
    ) {
      self.version = version
      self.longestRecord = longestRecord
      self.capabilities = capabilities
    }

    init(from reader: RecordReader) throws(WireError) {
      version = WireVersion(try reader.number("version", in: 1...WireNumber.maximum))
      longestRecord = try reader.number("longestRecord")
      capabilities = try reader.strings("capabilities").map(Capability.init)
    }

    func write(to writer: inout RecordWriter) {
      writer.write("version", version.number)
      writer.write("longestRecord", longestRecord)
      if !capabilities.isEmpty { writer.write("capabilities", capabilities.map(\.rawValue)) }
    }
  }
}
