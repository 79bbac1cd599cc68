import SluiceTree
import SluiceWire

extension History {
  /// Something that is held, in the order in which it happened.
  enum Item {
    /// The state after a commit: at the beginning, after gaps, and at checkpoints in between.
    case state(number: Int, Tree)
    /// A commit; the state after it is known if that before it is and the changes are complete.
    case commit(WireRecord.Commit, isKnown: Bool)
    case gap(Gap)
  }

  /// Calls the closure with everything that is held but the runs of effects, in order.
  func forEachItem<Failure: Error>(
    _ body: (Item) throws(Failure) -> Void
  ) throws(Failure) {
    for segment in segments {
      if let tree = segment.tree { try body(.state(number: segment.number, tree)) }
      for entry in segment.entries {
        switch entry.kind {
        case .gap: try body(.gap(segment.gap(entry)))
        case .commit: try body(.commit(segment.commit(entry), isKnown: true))
        case .commitOfUnknownState: try body(.commit(segment.commit(entry), isKnown: false))
        }
      }
    }
    if let missing, let lastNumber, missing.numbers.lowerBound <= lastNumber {
      // A gap that nothing ended: commits in it are items of their own.
      try body(
        .gap(Gap(numbers: missing.numbers.lowerBound...lastNumber, reason: missing.reason))
      )
    }
  }

  /// The time of the first commit, in microseconds since 1970.
  var firstTime: Int64? {
    segments.lazy.flatMap(\.entries).first { $0.kind != .gap }?.time
  }
}
