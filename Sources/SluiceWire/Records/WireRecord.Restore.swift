package import SluiceTree

extension WireRecord {
  /// Requests a state that the program still holds, or one that is given.
  package struct Restore: WireRecordContent {
    static let type = "restore"

    package enum Target: Hashable, Sendable {
      case number(Int)
      case state(Tree)
    }

    /// The sender's number for this command, for the reply.
    package var request: Int
    package var target: Target

    package init(request: Int, to target: Target) {
      self.request = request
      self.target = target
    }

    init(from reader: RecordReader) throws(WireError) {
      request = try reader.number("request")
      let number: Int? = try reader.optionalNumber("number")
      switch (number, reader.object["state"]) {
      case (let number?, nil): target = .number(number)
      case (nil, let state?): target = .state(state)
      case (nil, nil): throw .missingKey("number", record: Self.type)
      case (.some, .some): throw reader.fault("number", "left out where “state” is given")
      }
    }

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
      switch target {
      case .number(let number): writer.write("number", number)
      case .state(let state): writer.write("state", state)
      }
    }
  }
}
