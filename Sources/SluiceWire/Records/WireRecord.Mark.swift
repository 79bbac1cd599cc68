import SluiceTree

extension WireRecord {
  /// A place from which a recording can be read: behind it come the `hello` and the whole state of
  /// each store.
  package struct Mark: WireRecordContent {
    static let type = "mark"

    /// A store that is connected.
    package struct Store: Hashable, Sendable {
      package var instance: String
      /// The commit that made its state; `nil` while the state is unknown, and doesn't follow.
      package var number: Int?

      package init(instance: String, number: Int?) {
        self.instance = instance
        self.number = number
      }
    }

    /// How many files of a bounded recording were begun up to this one, which begins with the mark; `nil` for any
    /// other mark.
    package var turn: Int?
    /// Where the mark before begins, in bytes; 0 for the beginning of the recording.
    package var previous: Int
    /// The number of lines in front of it.
    package var line: Int
    /// The number of `hello` in front of it, without those of marks.
    package var programs: Int
    /// In the order in which they follow.
    package var stores: [Store]

    package init(turn: Int? = nil, previous: Int, line: Int, programs: Int, stores: [Store]) {
      self.turn = turn
      self.previous = previous
      self.line = line
      self.programs = programs
      self.stores = stores
    }

    init(from reader: RecordReader) throws(WireError) {
      turn = try reader.optionalNumber("turn")
      previous = try reader.number("previous")
      line = try reader.number("line")
      programs = try reader.number("programs")
      stores = []
      for element in try reader.optionalArray("stores") ?? [] {
        guard case .object(let object) = element else {
          throw reader.fault("stores", "an array of objects")
        }
        let store = RecordReader(place: .member("stores", of: reader.place), object: object)
        stores.append(
          Store(
            instance: try store.string("instance"),
            number: try store.optionalNumber("number")
          )
        )
      }
    }

    func write(to writer: inout RecordWriter) {
      // First, so that it is found without reading the rest.
      writer.write(ifPresent: turn, "turn")
      writer.write("previous", previous)
      writer.write("line", line)
      writer.write("programs", programs)
      writer.writeObjects("stores", stores) { writer, store in
        writer.write("instance", store.instance)
        writer.write(ifPresent: store.number, "number")
      }
    }
  }
}
