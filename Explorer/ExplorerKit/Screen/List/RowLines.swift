import SluiceWire

/// The visible rows of the list, as lines.
struct RowLines: Hashable, Sendable {
  var lines: [PaneLine] = []
  /// The line that is selected.
  var selected: Int?
  /// The names of the columns.
  var title = StyledText()

  /// - Parameters:
  ///   - window: What is visible; which row of it is selected is set afterwards, so that moving the cursor makes
  ///     no line anew.
  ///   - isWide: Whether causes have columns of their own.
  init(
    of window: ListWindow,
    _ past: ShownPast,
    _ look: CommitList,
    isWide: Bool,
    width: Int
  ) {
    let history = past.history
    let leftOut = past.tally.omissions.commits
    var before = window.before.flatMap { history.commit($0.number)?.time }
    let contents = window.rows.map { row -> CommitRow.Content in
      if let commit = history.commit(row.number), !row.isGap {
        defer { before = commit.time }
        return CommitRow.Content(
          event: .commit(commit),
          previousTime: before,
          isLeftOut: leftOut.contains(commit.number),
          hasFailed: past.tally.failed.contains(commit.number),
          isMarked: look.mark == commit.number
        )
      }
      return CommitRow.Content(event: .gap(Self.gap(row.number, past)))
    }
    let isNarrow = width < CommitRow.Columns.firstWithCause
    let style = look.times == .ofDay && isNarrow ? .none : look.times
    let number = past.lastRow ?? 0
    let columns = CommitRow.Columns(style, lastNumber: number, width: width, hasCauses: isWide)
    lines = CommitRow.lines(of: contents, columns)
    title = CommitRow.title(columns)
  }

  /// The same lines, with the selected one of a window.
  func selecting(_ window: ListWindow) -> RowLines {
    var lines = self
    lines.selected = window.cursor.map { $0 - window.top }
    return lines
  }

  /// Returns the part of a gap between two rows: commits whose states are unknown divide it.
  private static func gap(_ number: Int, _ past: ShownPast) -> History.Gap {
    guard var gap = past.history.gap(at: number) else {
      return History.Gap(numbers: number...number, reason: nil)
    }
    let index = past.index(of: number)
    let next = past.index(of: number + 1)
    let first = max(gap.numbers.lowerBound, index > 0 ? past.rows[index - 1].number + 1 : .min)
    let end = next < past.rows.count ? past.rows[next].number - 1 : .max
    gap.numbers = min(first, number)...max(min(gap.numbers.upperBound, end), number)
    return gap
  }
}
