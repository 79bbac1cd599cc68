import ExplorerTerminal
import SluiceTree
import SluiceWire

/// The leaves of a state, each behind the commit that made it so, as `git blame` prints lines.
struct BlameText {
  private static let longestAction = 24

  /// The columns of a line; `nil` for any number.
  let room: Int?

  func lines(_ blame: History.Blame, _ heads: [Int: WireRecord.Commit]) -> [StyledText] {
    let authors = blame.leaves.map { AuthorText($0.author, heads) }
    let width = authors.map(\.number.columns).max() ?? 0
    let actionWidth = min(authors.map(\.action.columns).max() ?? 0, Self.longestAction)
    return zip(blame.leaves, authors).map { leaf, author in
      var line = StyledText(author.number.paddedFront(to: width))
      line.append(" " + author.action.cut(to: actionWidth).padded(to: actionWidth) + "  ", .dim)
      let scalars = room.map { 10 * $0 } ?? .max
      let value = VisibleText(leaf.value.summary(limit: scalars)).description
      if !leaf.path.isRoot {
        let path = VisibleText("\(leaf.path)").description
        let rest = room.map { $0 - line.columns } ?? .max
        // Half of the room, and what the value leaves.
        line.append(path.cutInFront(to: max(rest / 2, rest - value.columns - 2)) + ": ", .strong)
      }
      line.append(value)
      return room.map { line.cut(to: $0) } ?? line
    }
  }
}
