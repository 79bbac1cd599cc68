package import SluiceTree

extension WireRecord {
  /// The first record of a program or a viewer: its identity and its capabilities.
  package struct Hello: FieldedRecord {
    package enum Role: String, Sendable, CaseIterable, FieldValue {
      case program
      /// Gets all that programs send, and commands them.
      case viewer
      /// Gets answers only.
      case asker
    }

    /// A command that a program executes for an Explorer, or what a viewer takes.
    package struct Capability: RawRepresentable, FieldElement, Hashable, Sendable {
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

      static var listName: String { String.listName }

      static func read(_ tree: Tree, at place: @autoclosure () -> RecordPlace) -> Self? {
        String.read(tree, at: place()).map { Self(rawValue: $0) }
      }

      func write(to writer: inout RecordWriter) { rawValue.write(to: &writer) }
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

    static var blank: Self { Self(instance: "", name: "", processID: 0) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("versions", &versions)
      try coder.field("role", &role)
      try coder.field("instance", &instance)
      try coder.field("name", &name)
      try coder.field("pid", &processID)
      try coder.field("label", &label)
      try coder.field("store", &store)
      try coder.field("stateType", &stateType)
      try coder.field("capabilities", &capabilities, absentIf: [])
      try coder.field("accepts", &accepts, absentIf: [])
      try coder.field("examples", &examples, absentIf: Tree.Object())
      try coder.field("lastCommit", &lastCommit, ifAbsent: 0)
      try coder.field("notes", &notes, absentIf: [])
    }
  }
}

extension ClosedRange: FieldValue where Bound == WireVersion {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    guard let bounds = try [Tree].read(key, from: reader) else { return nil }
    let numbers = bounds.compactMap { Int.read($0, at: reader.place) }
    guard bounds.count == 2, numbers.count == 2, 1 <= numbers[0], numbers[0] <= numbers[1] else {
      throw reader.fault(key, "the lowest and the highest version, as [1,1]")
    }
    return WireVersion(numbers[0])...WireVersion(numbers[1])
  }

  func write(to writer: inout RecordWriter) {
    [lowerBound.number, upperBound.number].write(to: &writer)
  }
}
