import SluiceTree

extension Tree {
  /// Returns this tree, redacted and cut in the same places as another one.
  func masked(by other: Tree) -> Tree {
    switch (self, other) {
    case (_, .redacted), (_, .cut), (_, .opaque): return other
    case (.array(let mine), .array(let theirs)) where mine.count == theirs.count:
      return .array(zip(mine, theirs).map { $0.masked(by: $1) })
    case (.object(let mine), .object(let theirs)): return .object(mine.masked(by: theirs))
    case (.enumCase(let name, let mine), .enumCase(let other, let theirs)) where name == other:
      return .enumCase(name: name, payload: mine.masked(by: theirs))
    // As recordings of earlier versions have enums of strings.
    case (.enumCase(let name, let mine), .string(let text)) where mine.isEmpty && name == text:
      return other
    default: return self
    }
  }
}

extension Tree.Object {
  fileprivate func masked(by other: Tree.Object) -> Tree.Object {
    Tree.Object(
      members.lazy.map { member in
        Member(
          key: member.key,
          value: other[member.key].map { member.value.masked(by: $0) } ?? member.value
        )
      }
    )
  }
}
