import SluiceTree
import SluiceWire

extension History {
  /// The number of commits that are held.
  var commitCount: Int {
    segments.reduce(0) { sum, segment in
      sum + segment.entries.count - (segment.entries.last?.kind == .gap ? 1 : 0)
    }
  }

  /// The numbers of the commits that are held, in a range.
  func commitNumbers(in range: ClosedRange<Int>) -> [Int] {
    segments.flatMap { segment in
      segment.entries.lazy.filter { $0.kind != .gap && range.contains($0.number) }.map(\.number)
    }
  }

  /// Calls the closure with what was received: states, commits and gaps, in their order.
  func forEachRecord(upTo last: Int, _ body: (WireRecord) -> Void) {
    for segment in segments where segment.number <= last {
      if let tree = segment.tree {
        body(.state(WireRecord.State(number: segment.number, state: tree)))
      }
      for entry in segment.entries where entry.number <= last {
        guard entry.kind == .gap else {
          body(.commit(segment.commit(entry)))
          continue
        }
        let gap = segment.gap(entry)
        body(
          .dropped(
            WireRecord.Dropped(
              count: gap.numbers.count,
              from: gap.numbers.lowerBound,
              to: gap.numbers.upperBound,
              reason: gap.reason
            )
          )
        )
      }
    }
  }
}
