import ExplorerTerminal
import SluiceWire

/// All that the lines of a pane depend on.
///
/// Two are equal if their lines are: commits that are held don't change, so that what comes later
/// matters only to panes that show it.
struct PaneQuestion: Sendable, Equatable {
  let tab: Detail.Tab
  let past: ShownPast
  /// The selected commit.
  let number: Int?
  let detail: Detail
  let list: CommitList
  /// The columns of the lines.
  let width: Int

  init(
    _ pane: ScreenLayout.Pane,
    _ past: ShownPast,
    _ number: Int?,
    _ detail: Detail,
    _ list: CommitList
  ) {
    tab = pane.tab
    width = max(1, pane.lines.width - 2)
    (self.past, self.number, self.detail, self.list) = (past, number, detail, list)
  }

  /// What two questions have in common that have the same answer.
  struct Key: Hashable {
    let instance: String
    var number: Int?
    let tab: Detail.Tab
    let folding: StateFolding
    let isBlaming: Bool
    /// The commit that is compared with.
    let other: Int?
    let filter: String?
    let width: Int
    /// The first commit that is held, and the number of records if what came last matters.
    var front: Int?
    var revision = 0
    /// How much is counted and admitted, and what the time is, if that matters.
    var counted = 0
    var now: Int64 = 0
  }

  var key: Key {
    let isOfRuns = tab == .runs
    // What is known of a commit may change with the next record, and what it led to with each.
    let isCurrent = tab != .state || number == past.history.lastNumber
    return Key(
      instance: past.instance,
      number: number,
      tab: tab,
      folding: tab == .state ? detail.folding : StateFolding(),
      isBlaming: tab == .state && detail.isBlaming,
      other: tab == .commit && detail.isComparing ? list.mark : nil,
      filter: isOfRuns ? past.filter?.text : nil,
      width: width,
      front: past.history.numbers?.lowerBound,
      revision: isCurrent ? past.past.revision : 0,
      counted: isOfRuns ? past.shownStatistics.commits + past.rows.count : 0,
      now: isOfRuns ? past.now : 0
    )
  }

  /// What somebody chose to see, whatever comes meanwhile.
  var subject: Key {
    var subject = key
    if list.selected == nil { subject.number = nil }
    (subject.front, subject.revision, subject.counted, subject.now) = (nil, 0, 0, 0)
    return subject
  }

  static func == (one: PaneQuestion, other: PaneQuestion) -> Bool { one.key == other.key }
}
