package import SluiceTree
import SluiceWire

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
  /// - Returns: `nil` if no state near the end of the range is known.
  package func changes(of path: StatePath, in range: ClosedRange<Int>) -> [PathChange]? {
    var changes: [PathChange] = []
    let isKnown = forEachChange(of: path, in: range) { found in
      changes += found.map(\.change)
      return true
    }
    return isKnown ? changes : nil
  }

  /// A change of a value, and the commit without more than names it; `nil` for a gap.
  typealias FoundChange = (change: PathChange, commit: WireRecord.Commit?)

  /// Calls the closure with the changes of a value in their order, of a session file with those of one piece after
  /// the other, until it returns false.
  ///
  /// Pieces in front are read once, or twice if the path leads through an element without an id: where that stood is
  /// known only from behind. Of elements with the same id, the first one where the piece ends is followed.
  ///
  /// - Returns: Whether a state near the end of the range is known.
  @discardableResult
  func forEachChange(
    of path: StatePath,
    in range: ClosedRange<Int>,
    _ body: ([FoundChange]) -> Bool
  ) -> Bool {
    if let other = otherPiece(with: range.upperBound) {
      return other.forEachChange(of: path, in: range, body)
    }
    guard let end = position(after: range.upperBound), let state = state(at: end) else {
      return false
    }
    let trail = PathTrail(state.resolve(path.steps))
    if let piece, piece.index > piece.pieces.index(of: range.lowerBound) {
      let isWanted = forEachChangeInFront(of: trail, from: end, in: range, piece.pieces, body)
      guard isWanted else { return true }
    }
    _ = body(changes(of: trail, from: end, in: range))
    return true
  }

  /// Calls the closure with the changes in the pieces in front of this one.
  ///
  /// - Returns: What the closure returned last.
  private func forEachChangeInFront(
    of trail: PathTrail,
    from end: Position,
    in range: ClosedRange<Int>,
    _ pieces: HistoryPieces,
    _ body: ([FoundChange]) -> Bool
  ) -> Bool {
    var trails: [Int: PathTrail] = [:]
    if !trail.isLasting {
      var (last, current) = (trail, self)
      _ = changes(of: &last, from: end, in: range)
      while !last.isLost, let earlier = current.piece?.earlier(about: trail.member),
        earlier.ownNumbers?.upperBound ?? .min >= range.lowerBound,
        let end = earlier.position(after: .max)
      {
        current = earlier
        trails[earlier.ownNumbers?.upperBound ?? 0] = last
        _ = earlier.changes(of: &last, from: end, in: range)
      }
    }
    var next = range.lowerBound
    var index = pieces.index(of: next)
    while index < pieces.index(of: range.upperBound) {
      let history = pieces.history(index, about: trail.member)
      // A piece whose mark is damaged is part of the one in front, which was passed.
      index = (history.piece?.index ?? index) + 1
      var found: [FoundChange] = []
      if let numbers = history.ownNumbers, numbers.upperBound >= next,
        let end = history.position(after: .max)
      {
        let known =
          trail.isLasting
          ? history.state(at: end).map {
            PathTrail($0.resolve(trail.lasting), lasting: trail.lasting)
          }
          : trails[numbers.upperBound]
        if let known { found = history.changes(of: known, from: end, in: next...range.upperBound) }
        next = numbers.upperBound + 1
      }
      guard body(found) else { return false }
    }
    return true
  }

  /// Returns the changes in this piece, in their order.
  private func changes(
    of trail: PathTrail,
    from end: Position,
    in range: ClosedRange<Int>
  ) -> [FoundChange] {
    var trail = trail
    return changes(of: &trail, from: end, in: range)
  }

  private func changes(
    of trail: inout PathTrail,
    from end: Position,
    in range: ClosedRange<Int>
  ) -> [FoundChange] {
    var found: [FoundChange] = []
    _ = goBack(from: end) { _, segment, entry, reader in
      guard entry.number >= range.lowerBound, !trail.isLost else { return false }
      if let change = trail.change(by: entry, in: segment, &reader) {
        found.append((change, shortHead(of: entry, in: segment)))
      }
      return true
    }
    found.reverse()
    return found
  }
}

extension History {
  /// Returns the commit that is the author of what an entry did, without its changes; `nil` for a gap of
  /// several, or if what it was is not held.
  func shortHead(of entry: Entry, in segment: Segment) -> WireRecord.Commit? {
    guard case .commit(let number) = segment.author(entry) else { return nil }
    if entry.kind != .gap { return segment.shortHead(entry) }
    return self.entry(number).map { segments[$0.segment].shortHead($0.entry) }
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
