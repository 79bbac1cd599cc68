extension Tree {
  /// What a bound left out, so that nobody takes a part for the whole.
  package enum Cut: Sendable, Hashable {
    /// A value that lies too deep, by its type's name.
    case depth(typeName: String)

    /// The last element of an array: how many more there are.
    case elements(Int)

    /// The last member of an object, under ``membersKey``: how many more there are.
    case members(Int)

    /// The beginning of a text, and how many Unicode scalars follow.
    case characters(kept: String, omitted: Int)

    /// The beginning of data, and how many bytes follow.
    case bytes(kept: [UInt8], omitted: Int)

    /// The key under which an object tells about its missing members.
    package static let membersKey = "…"
  }
}
