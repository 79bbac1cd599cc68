package import SluiceTree

extension WireRecord {
  /// The action of a `commit` or a `dispatch`.
  package struct Action: Hashable, Sendable {
    package var type: String
    /// The identifier of an anonymous or identifiable action.
    package var id: String?
    /// `nil` for an action that carries nothing.
    package var payload: Tree?

    package init(type: String, id: String? = nil, payload: Tree? = nil) {
      self.type = type
      self.id = id
      self.payload = payload
    }

    init(from reader: RecordReader) throws(WireError) {
      type = try reader.string("type")
      id = try reader.optionalString("id")
      payload = reader.object["payload"]
    }

    func write(to writer: inout RecordWriter) {
      writer.writeObject("action", first: "type", .string(type)) { writer in
        writer.write(ifPresent: id, "id")
        if let payload { writer.write("payload", payload) }
      }
    }
  }
}
