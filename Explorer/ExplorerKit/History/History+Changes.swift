package import SluiceTree
package import SluiceWire

extension History {
  /// The value at a path at some time, as far as a change tells it.
  package enum PathValue: Hashable, Sendable {
    case value(Tree)
    /// There is nothing at the path.
    case missing
    /// There is a value, and only a part of it was changed.
    case partOf
    case unknown
  }

  /// A commit, or a gap, that changed the value at a path.
  package struct PathChange: Hashable, Sendable {
    /// Who changed it.
    package let author: Author
    /// Microseconds since 1970; `nil` for a gap.
    package let time: Int64?
    /// What the author changed of the value, in it or around it.
    package let changes: [TreeChange]
    package let old: PathValue
    package let new: PathValue
  }

  /// What made a value what it is.
  package enum Author: Hashable, Sendable {
    case commit(Int)
    /// One of several commits that are missing, or whose changes are unknown.
    case gap(Gap)
    /// It was so in the first state that is known, after a commit.
    case beginning(Int)

    /// The last commit that it may be.
    package var number: Int {
      switch self {
      case .commit(let number), .beginning(let number): number
      case .gap(let gap): gap.numbers.upperBound
      }
    }
  }

  /// Returns the commits that changed the value at a path, or something in or around it, in their
  /// order.
  ///
  /// The path is that in the state after the range; elements of lists are followed back from there.
  ///
  /// - Parameter found: Called with each change, and the commit without more than names it, the last one first.
  /// - Returns: `nil` if no state near the end of the range is known.
  package func changes(
    of path: StatePath,
    in range: ClosedRange<Int>,
    _ found: (PathChange, WireRecord.Commit?) -> Void = { _, _ in }
  ) -> [PathChange]? {
    if let other = otherPiece(with: range.upperBound) {
      return other.changes(of: path, in: range, found)
    }
    guard let end = position(after: range.upperBound),
      let state = state(at: end)
    else { return nil }
    var trail = PathTrail(state.resolve(path.steps))
    var changes: [PathChange] = []
    forEachEntryBackward(from: end, about: trail.member) { segment, entry, reader in
      guard entry.number >= range.lowerBound, !trail.isLost else { return false }
      if let change = trail.change(by: entry, in: segment, &reader) {
        changes.append(change)
        let isCommit = if case .commit = change.author { true } else { false }
        found(change, isCommit ? segment.shortHead(entry) : nil)
      }
      return true
    }
    return changes.reversed()
  }
}

extension PathTrail {
  /// Goes back over an entry.
  ///
  /// - Returns: What it did to the value; `nil` if that was nothing.
  mutating func change(
    by entry: History.Entry,
    in segment: History.Segment,
    _ reader: inout CompactReader
  ) -> History.PathChange? {
    guard entry.hasChanges else { return nil }
    reader.position = entry.changes
    var changes: [TreeChange] = []
    var old: History.PathValue?
    var new: History.PathValue?
    goBack(over: &reader) { reader, change, touch in
      changes.append(reader.change(change))
      if new == nil { new = touch.new }
      old = touch.old
    }
    guard let old, let new else { return nil }
    // Two changes that cancel each other.
    if old == new, case .value = old { return nil }
    return History.PathChange(
      author: segment.author(entry),
      time: entry.kind == .gap ? nil : entry.time,
      changes: changes.reversed(),
      old: old,
      new: new
    )
  }
}

extension History.Segment {
  func author(_ entry: History.Entry) -> History.Author {
    guard entry.kind == .gap else { return .commit(entry.number) }
    // The last commit may be all of it, if it was received without all of its changes.
    // That may have been the last one in the segment before.
    let received = entries.dropLast().last?.number ?? (hasTree ? nil : number)
    return entry.count == 1 && received == entry.number ? .commit(entry.number) : .gap(gap(entry))
  }
}
