package import SluiceTree

extension WireRecord {
  /// The first record of a program or a viewer: its identity and its capabilities.
  package struct Hello: WireRecordContent {
    package enum Role: String, Sendable, CaseIterable {
      case program
      /// Gets all that programs send, and commands them.
      case viewer
      /// Gets answers only.
      case asker
    }

    /// A command that a program executes for an Explorer, or what a viewer takes.
    package struct Capability: RawRepresentable, Hashable, Sendable {
      package let rawValue: String
      package static let dispatch = Capability(rawValue: "dispatch")
      package static let restoreByNumber = Capability(rawValue: "restoreByNumber")
      package static let restoreFromTree = Capability(rawValue: "restoreFromTree")
      package static let restoreWithout = Capability(rawValue: "restoreWithout")
      package static let restoreValue = Capability(rawValue: "restoreValue")
      package static let pause = Capability(rawValue: "pause")
      package static let snapshot = Capability(rawValue: "snapshot")
      /// A viewer takes what the hub holds of the past.
      package static let backlog = Capability(rawValue: "backlog")

      package init(rawValue: String) {
        self.rawValue = rawValue
      }
    }

    /// The versions of the wire that the sender speaks.
    package var versions: ClosedRange<WireVersion>
    package var role: Role
    /// Random, and the same over reconnections; one for each store.
    package var instance: String
    /// The program's name.
    package var name: String
    package var processID: Int
    /// What the hub calls the program, if that isn't its name; only from a hub, and in recordings.
    package var label: String?
    package var store: String?
    package var stateType: String?
    /// Unknown ones are retained and ignored.
    package var capabilities: [Capability]
    /// The types of actions that `dispatch` accepts.
    package var accepts: [String]
    /// What actions of these types carry, by their names; empty values, and only what is known.
    package var examples: Tree.Object
    /// The number of the last commit, 0 before the first.
    package var lastCommit: Int
    /// Remarks for people, such as which values are shown by reflection.
    package var notes: [String]

    package init(
      versions: ClosedRange<WireVersion> = WireVersion.supported,
      role: Role = .program,
      instance: String = makeInstance(),
      name: String,
      processID: Int,
      label: String? = nil,
      store: String? = nil,
      stateType: String? = nil,
      capabilities: [Capability] = [],
      accepts: [String] = [],
      examples: Tree.Object = Tree.Object(),
      lastCommit: Int = 0,
      notes: [String] = []
    ) {
      self.versions = versions
      self.role = role
      self.instance = instance
      self.name = name
      self.processID = processID
      self.label = label
      self.store = store
      self.stateType = stateType
      self.capabilities = capabilities
      self.accepts = accepts
      self.examples = examples
      self.lastCommit = lastCommit
      self.notes = notes
    }

    /// Returns a new, unique instance: 128 random bits as 32 digits.
    package static func makeInstance() -> String {
      let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }

    init(from reader: RecordReader) throws(WireError) {
      versions = try reader.versions("versions")
      role = try reader.choice("role", of: Role.self)
      instance = try reader.string("instance")
      name = try reader.string("name")
      processID = try reader.number("pid")
      label = try reader.optionalString("label")
      store = try reader.optionalString("store")
      stateType = try reader.optionalString("stateType")
      capabilities = try reader.strings("capabilities").map(Capability.init)
      accepts = try reader.strings("accepts")
      examples = try reader.optionalNested("examples")?.object ?? Tree.Object()
      lastCommit = try reader.optionalNumber("lastCommit") ?? 0
      notes = try reader.strings("notes")
    }

    func write(to writer: inout RecordWriter) {
      let bounds = [versions.lowerBound.number, versions.upperBound.number]
      writer.writeArray("versions", bounds) { $0.write(Int64($1)) }
      writer.write("role", role.rawValue)
      writer.write("instance", instance)
      writer.write("name", name)
      writer.write("pid", processID)
      writer.write(ifPresent: label, "label")
      writer.write(ifPresent: store, "store")
      writer.write(ifPresent: stateType, "stateType")
      if !capabilities.isEmpty { writer.write("capabilities", capabilities.map(\.rawValue)) }
      if !accepts.isEmpty { writer.write("accepts", accepts) }
      if !examples.isEmpty { writer.write("examples", .object(examples)) }
      writer.write("lastCommit", lastCommit)
      if !notes.isEmpty { writer.write("notes", notes) }
    }
  }
}

extension RecordReader {
  fileprivate func versions(_ key: String) throws(WireError) -> ClosedRange<WireVersion> {
    guard let bounds = try optionalArray(key) else { throw .missingKey(key, record: name) }
    guard bounds.count == 2, case .integer(let low) = bounds[0],
      case .integer(let high) = bounds[1], let low = Int(exactly: low),
      let high = Int(exactly: high), 1 <= low, low <= high, high <= WireNumber.maximum
    else { throw fault(key, "the lowest and the highest version, as [1,1]") }
    return WireVersion(low)...WireVersion(high)
  }
}
