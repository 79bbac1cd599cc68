package import SluiceTree

extension WireRecord {
  /// Requests a state that the program still holds, one that is given, its current one with another value
  /// in one place, or the one that its actions make without some of them.
  package struct Restore: WireRecordContent {
    package enum Target: Hashable, Sendable {
      case number(Int)
      case state(Tree)
      case value(at: [Step], Tree)
      /// The numbers of the commits to leave out: all of them.
      case without([Int])
    }

    /// A step to a value in a state, wherever elements stand by then.
    package enum Step: FieldElement, Hashable, Sendable {
      case key(String)
      case index(Int)
      /// The element of a list with this id.
      case id(Tree)

      static var listName: String { "an array of keys, indices from 0 and objects with an “id”" }

      static func read(_ tree: Tree, at place: @autoclosure () -> RecordPlace) -> Self? {
        switch (TreePath.Step.read(tree, at: place()), tree) {
        case (.key(let key), _): .key(key)
        case (.index(let index), _): .index(index)
        case (nil, .object(let object)): object["id"].map { .id($0) }
        case (nil, _): nil
        }
      }

      func write(to writer: inout RecordWriter) {
        switch self {
        case .key(let key): key.write(to: &writer)
        case .index(let index): index.write(to: &writer)
        case .id(let id): writer.writeObject { $0.write("id", id) }
        }
      }
    }

    /// What a program must be able to do; `nil` where it answers even so.
    package var capability: WireRecord.Hello.Capability? {
      switch target {
      case .number, .state: nil
      case .value: .restoreValue
      case .without: .restoreWithout
      }
    }

    /// The sender's number for this command, for the reply.
    package var request: Int
    package var target: Target

    package init(request: Int, to target: Target) {
      self.request = request
      self.target = target
    }

    init(from reader: RecordReader) throws(WireError) {
      request = try reader.required("request")
      let number = try Int.read("number", from: reader)
      let commits = try [Int].read("without", from: reader)
      if let path = try [Step].read("path", from: reader) {
        target = .value(at: path, try reader.required("value"))
        return
      }
      switch (number, reader.object["state"], commits) {
      case (let number?, nil, nil): target = .number(number)
      case (nil, let state?, nil): target = .state(state)
      case (nil, nil, let commits?): target = .without(commits)
      case (nil, nil, nil): throw .missingKey("number", record: reader.name)
      case (_, .some, .some): throw reader.fault("without", "left out where “state” is given")
      case (.some, .some, nil): throw reader.fault("number", "left out where “state” is given")
      case (.some, nil, .some): throw reader.fault("number", "left out where “without” is given")
      }
    }

    func writeFields(to writer: inout RecordWriter) {
      writer.write("request", request)
      switch target {
      case .number(let number): writer.write("number", number)
      case .state(let state): writer.write("state", state)
      case .value(let steps, let value):
        writer.write("path", steps)
        writer.write("value", value)
      case .without(let commits): writer.write("without", commits)
      }
    }
  }
}
