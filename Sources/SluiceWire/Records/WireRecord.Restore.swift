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
    package enum Step: Hashable, Sendable {
      case key(String)
      case index(Int)
      /// The element of a list with this id.
      case id(Tree)

      fileprivate init?(_ tree: Tree) {
        switch tree {
        case .string(let key): self = .key(key)
        case .integer(let index) where (0...Int64(WireNumber.maximum)).contains(index):
          self = .index(Int(index))
        case .object(let object):
          guard let id = object["id"] else { return nil }
          self = .id(id)
        default: return nil
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
      request = try reader.number("request")
      let number: Int? = try reader.optionalNumber("number")
      let commits = try reader.optionalNumbers("without")
      if let path = try reader.optionalArray("path") {
        let steps = path.compactMap(Step.init)
        guard steps.count == path.count else {
          throw reader.fault("path", "an array of keys, indices from 0 and objects with an “id”")
        }
        target = .value(at: steps, try reader.tree("value"))
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

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
      switch target {
      case .number(let number): writer.write("number", number)
      case .state(let state): writer.write("state", state)
      case .value(let steps, let value):
        writer.writeArray("path", steps) { json, step in
          switch step {
          case .key(let key): json.write(TreePath.Step.key(key))
          case .index(let index): json.write(TreePath.Step.index(index))
          case .id(let id): json.write(Tree.object(Tree.Object([.init(key: "id", value: id)])))
          }
        }
        writer.write("value", value)
      case .without(let commits):
        writer.writeArray("without", commits) { $0.write(Int64($1)) }
      }
    }
  }
}
