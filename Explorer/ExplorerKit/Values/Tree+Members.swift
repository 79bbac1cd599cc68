import SluiceTree

extension Tree {
  /// Creates an object of the members that have a value.
  static func object(present members: [(String, Tree?)]) -> Tree {
    .object(Tree.Object(present: members))
  }

  static func number(_ number: Int) -> Tree { .integer(Int64(number)) }
}

extension Tree.Object {
  /// Creates an object of the members that have a value.
  init(present members: [(String, Tree?)]) {
    self.init(
      members.lazy.compactMap { key, value in value.map { Member(key: key, value: $0) } }
    )
  }
}
