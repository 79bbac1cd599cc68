import SluiceWire

/// The visible rows of the list, as lines.
struct RowLines: Hashable, Sendable {
  /// The number of commits from which on one is not indented further.
  private static let deepest = 12

  var lines: [PaneLine] = []
  /// The line that is selected.
  var selected: Int?

  init() {}

  init(of window: ListWindow, _ past: Past, _ list: CommitList, width: Int) {
    let history = past.history
    let leftOut = past.omissions.commits
    var before = window.before.flatMap { history.commit($0.number)?.time }
    let contents = window.rows.compactMap { row -> CommitRow.Content? in
      if let commit = history.commit(row.number), !row.isGap {
        defer { before = commit.time }
        return CommitRow.Content(
          event: .commit(commit),
          previousTime: before,
          depth: list.isNested ? Self.depth(of: commit, history) : 0,
          isLeftOut: leftOut.contains(commit.number),
          hasFailed: past.failed.contains(commit.number),
          isMarked: list.mark == commit.number
        )
      }
      let gap = history.gap(at: row.number)
      return CommitRow.Content(
        event: .gap(gap ?? History.Gap(numbers: row.number...row.number, reason: nil))
      )
    }
    lines = CommitRow.lines(
      of: contents,
      list.times == .clock ? .ofDay : .sinceLast,
      numberWidth: String(past.lastRow ?? 0).utf8.count,
      width: width
    )
    selected = window.cursor.map { $0 - window.top }
  }

  private static func depth(of commit: WireRecord.Commit, _ history: History) -> Int {
    var depth = 0
    var number = commit.number
    // What a program says may be anything; a cause comes before what it led to.
    while depth < deepest, let cause = history.cause(of: number), cause < number, cause > 0 {
      depth += 1
      number = cause
    }
    return depth
  }
}
