package import SluiceTree
import SluiceWire

extension History {
  /// A place between entries: the segment, and the number of its entries in front.
  struct Position {
    let segment: Int
    var count: Int
  }

  /// A state, and the commit after which it was so.
  package struct KnownState: Hashable, Sendable {
    package let tree: Tree
    package let number: Int
    /// Whether it is the one that was asked for, rather than the nearest that is known.
    package let isExact: Bool
  }

  /// Returns the state after a commit; in a gap, and beyond the ends, the nearest known one, before it
  /// if there is one.
  package func state(after number: Int) -> KnownState? {
    if let other = otherPiece(with: number) { return other.state(after: number) }
    guard let position = position(after: number), let tree = state(at: position) else { return nil }
    let known = self.number(at: position)
    return KnownState(tree: tree, number: known, isExact: known == number)
  }

  // MARK: - Positions

  /// Returns the last position after a commit or before it whose state is known; else the first one.
  func position(after number: Int) -> Position? {
    var segment = segments.partition { $0.number > number } - 1
    while segment >= 0 {
      let entries = segments[segment].entries
      var count = entries.partition { $0.number > number }
      // The state behind a gap is that of the next segment.
      while count > 0, entries[count - 1].kind != .commit { count -= 1 }
      if count > 0 || segments[segment].hasTree {
        return Position(segment: segment, count: count)
      }
      segment -= 1
    }
    return segments.firstIndex { $0.hasTree }.map { Position(segment: $0, count: 0) }
  }

  func number(at position: Position) -> Int {
    let segment = segments[position.segment]
    guard position.count > 0 else { return segment.number }
    return segment.entries[position.count - 1].number
  }

  func state(at position: Position) -> Tree? {
    // The last one is asked for again and again while somebody follows.
    if position.segment == segments.count - 1,
      position.count == segments[position.segment].count, let lastState
    {
      return lastState
    }
    return segments[position.segment].state(after: position.count)
  }

  /// Calls the closure with each entry in front of a position, the last one first, until it returns
  /// false, or the task is cancelled, which has no use for an answer then.
  ///
  /// Of a session file, goes on in the pieces in front.
  ///
  /// - Parameters:
  ///   - member: The member of the state that is followed; of a session file, entries without changes of it may be joined.
  ///     `nil` for the whole state.
  ///   - begin: Called with each segment before its entries.
  ///   - visit: Also receives the piece that the segment is of.
  func forEachEntryBackward(
    from position: Position,
    about member: TreePath.Step?,
    beginning begin: (Segment) -> Void = { _ in },
    _ visit: (History, Segment, Entry, inout CompactReader) -> Bool
  ) {
    guard goBack(from: position, begin, visit) else { return }
    var earlier = piece?.earlier(about: member)
    while let history = earlier {
      if let last = history.segments.last {
        let end = Position(segment: history.segments.count - 1, count: last.count)
        guard history.goBack(from: end, begin, visit) else { return }
      }
      earlier = history.piece?.earlier(about: member)
    }
  }

  /// Calls the closure with each entry of this piece in front of a position, the last one first.
  ///
  /// - Returns: Whether to go on.
  func goBack(
    from position: Position,
    _ begin: (Segment) -> Void = { _ in },
    _ visit: (History, Segment, Entry, inout CompactReader) -> Bool
  ) -> Bool {
    for index in (0...position.segment).reversed() {
      if Task.isCancelled { return false }
      let segment = segments[index]
      begin(segment)
      var reader = CompactReader(segment.content.bytes)
      let count = index == position.segment ? position.count : segment.count
      for entry in segment.entries.prefix(count).reversed() {
        guard visit(self, segment, entry, &reader) else { return false }
      }
    }
    return true
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements in front of the first one that fulfils a condition, found by binary
  /// search.
  ///
  /// - Parameter isBehind: Holds for every element behind the first one for which it holds.
  func partition(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
