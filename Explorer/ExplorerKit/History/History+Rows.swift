/// A line of a list of commits.
struct HistoryRow: Hashable, Sendable {
  /// Of the commit, or of the last one of those that are missing.
  let number: Int
  let isGap: Bool
}

extension History {
  /// Returns the commits behind a number, and between them a row for each part of a gap that none of them is in.
  ///
  /// - Parameter number: `nil` for all.
  func rows(after number: Int?) -> [HistoryRow] {
    guard let numbers else { return [] }
    var rows: [HistoryRow] = []
    /// The last commit so far.
    var covered = max(number ?? .min, numbers.lowerBound)
    func cover(upTo end: Int) {
      guard end > covered else { return }
      rows.append(HistoryRow(number: end, isGap: true))
      covered = end
    }
    for segment in segments.drop(while: { $0.lastNumber <= covered }) {
      // The first state that is known.
      cover(upTo: segment.number)
      for entry in segment.entries where entry.number > covered {
        guard entry.kind != .gap else {
          cover(upTo: entry.number)
          continue
        }
        cover(upTo: entry.number - entry.count)
        rows.append(HistoryRow(number: entry.number, isGap: false))
        covered = entry.number
      }
    }
    // A gap that nothing has ended.
    cover(upTo: numbers.upperBound)
    return rows
  }
}
