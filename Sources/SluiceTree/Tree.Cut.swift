extension Tree {
  /// What a limit omitted, so that a part is not mistaken for the whole.
  package enum Cut: Sendable, Hashable {
    /// A value that is nested too deeply, by its type's name.
    case depth(typeName: String)

    /// The last element of an array: the number of omitted elements.
    case elements(Int)

    /// The last member of an object, under ``membersKey``: the number of omitted members.
    case members(Int)

    /// The beginning of a text, and the number of omitted Unicode scalars.
    case characters(kept: String, omitted: Int)

    /// The beginning of data, and the number of omitted bytes.
    case bytes(kept: [UInt8], omitted: Int)

    /// The key under which an object stores the number of its omitted members.
    package static let membersKey = "…"
  }
}
