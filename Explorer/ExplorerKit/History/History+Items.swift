import SluiceTree
import SluiceWire

extension History {
  /// Something that is held, in the order in which it happened.
  enum Item {
    /// The state after a commit. A checkpoint follows from what is in front of it; other states are at
    /// the beginning and behind gaps.
    case state(number: Int, Tree, isCheckpoint: Bool)
    /// A commit; the state after it is known if that before it is and the changes are complete.
    case commit(WireRecord.Commit, isKnown: Bool)
    case gap(Gap)
  }

  /// Calls the closure with everything that is held but the runs of effects, in order.
  ///
  /// - Parameter last: The number of the last commit or state.
  func forEachItem<Failure: Error>(
    upTo last: Int = .max,
    _ body: (Item) throws(Failure) -> Void
  ) throws(Failure) {
    var isKnown = false
    for segment in segments where segment.number <= last {
      if let tree = segment.tree {
        try body(.state(number: segment.number, tree, isCheckpoint: isKnown))
        isKnown = true
      }
      for entry in segment.entries where entry.number <= last {
        isKnown = isKnown && entry.kind == .commit
        switch entry.kind {
        case .gap: try body(.gap(segment.gap(entry)))
        case .commit: try body(.commit(segment.commit(entry), isKnown: true))
        case .commitOfUnknownState: try body(.commit(segment.commit(entry), isKnown: false))
        }
      }
    }
    guard let missing, let end = lastNumber.map({ min($0, last) }),
      missing.numbers.lowerBound <= end
    else { return }
    // A gap that nothing ended: commits in it are items of their own.
    try body(.gap(Gap(numbers: missing.numbers.lowerBound...end, reason: missing.reason)))
  }

  /// The time of the first commit, in microseconds since 1970.
  var firstTime: Int64? {
    segments.lazy.compactMap(\.firstTime).first
  }
}

extension History.Item {
  /// The record of it, as a program would have sent it.
  var record: WireRecord {
    switch self {
    case .state(let number, let tree, _):
      .state(WireRecord.State(number: number, state: tree))
    case .commit(let commit, _):
      .commit(commit)
    case .gap(let gap):
      .dropped(.init(gap.numbers, reason: gap.reason))
    }
  }
}
