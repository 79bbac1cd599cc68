package import SluiceTree
package import SluiceWire

extension History {
  /// A leaf of a state, and what made it so.
  package struct BlamedLeaf: Hashable, Sendable {
    package let path: TreePath
    /// A value without parts, or an empty container.
    package let value: Tree
    package let author: Author
  }

  /// A part of a state, leaf by leaf.
  package struct Blame: Hashable, Sendable {
    /// The commit after which it is so.
    package let number: Int
    /// In the order of the tree.
    package let leaves: [BlamedLeaf]
  }

  /// Returns for each leaf below a path the commit that last changed it.
  ///
  /// - Parameter found: Called with each commit that is an author of leaves, without its changes, the last one first.
  /// - Returns: `nil` if there is nothing at the path, or no state is known.
  package func blame(
    _ path: StatePath = StatePath(),
    at number: Int,
    _ found: (WireRecord.Commit) -> Void = { _ in }
  ) -> Blame? {
    if let other = otherPiece(with: number) { return other.blame(path, at: number, found) }
    guard let end = position(after: number), let state = state(at: end) else { return nil }
    let resolution = state.resolve(path.steps)
    guard resolution.isComplete else { return nil }
    var search = BlameSearch(state, resolution.path)
    var front = self.number(at: end)
    forEachEntryBackward(from: end, about: resolution.path.steps.first) { segment in
      if segment.hasTree { front = segment.number }
    } _: { piece, segment, entry, reader in
      guard entry.hasChanges else { return true }
      reader.position = entry.changes
      search.goBack(over: &reader) {
        if let head = piece.shortHead(of: entry, in: segment) { found(head) }
        return segment.author(entry)
      }
      return !search.isDone
    }
    return Blame(
      number: self.number(at: end),
      leaves: search.leaves.map { leaf in
        BlamedLeaf(path: leaf.path, value: leaf.value, author: leaf.author ?? .beginning(front))
      }
    )
  }
}
