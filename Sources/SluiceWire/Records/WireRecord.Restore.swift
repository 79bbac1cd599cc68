package import SluiceTree

extension WireRecord {
  /// Requests a state that the program still holds, one that is given, or the one that its actions
  /// make without some of them.
  package struct Restore: WireRecordContent {
    static let type = "restore"

    package enum Target: Hashable, Sendable {
      case number(Int)
      case state(Tree)
      /// The numbers of the commits to leave out: all of them.
      case without([Int])
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
      let commits = try reader.optionalNumbers("without")
      switch (number, reader.object["state"], commits) {
      case (let number?, nil, nil): target = .number(number)
      case (nil, let state?, nil): target = .state(state)
      case (nil, nil, let commits?): target = .without(commits)
      case (nil, nil, nil): throw .missingKey("number", record: Self.type)
      case (_, .some, .some): throw reader.fault("without", "left out where “state” is given")
      case (.some, .some, nil): throw reader.fault("number", "left out where “state” is given")
      case (.some, nil, .some): throw reader.fault("number", "left out where “without” is given")
      }
    }

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
      switch target {
      case .number(let number): writer.write("number", number)
      case .state(let state): writer.write("state", state)
      case .without(let commits):
        writer.writeArray("without", commits) { $0.write(Int64($1)) }
      }
    }
  }
}
