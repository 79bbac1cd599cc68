import ExplorerTerminal
import SluiceWire

/// All that the lines of a pane depend on.
///
/// Two are equal if their lines are: commits that are held don't change, so that what comes later
/// matters only to panes that show it.
struct PaneQuestion: Sendable, Equatable {
  let past: ShownPast
  /// The selected commit.
  let number: Int?
  let detail: Detail
  let mark: Int?
  /// Whether that is the last commit, whichever it is.
  let isFollowing: Bool
  /// The columns of the lines, and the lines that are visible.
  let size: GridSize

  /// What two questions have in common that have the same answer.
  struct Key: Hashable {
    let instance: String
    var number: Int?
    let tab: Detail.Tab
    let folding: StateFolding
    let isBlaming: Bool
    /// The commit that is compared with.
    let other: Int?
    let size: GridSize
    /// The first commit that is held, and the number of records if what came last matters.
    var front: Int?
    var revision: Int
    /// How much is counted, and what the time is, if that matters.
    var counted: Int
    var now: Int64
  }

  var key: Key {
    let isCurrent =
      switch detail.tab {
      case .cause, .effects, .statistics: true
      // What is known of it may change with the next record.
      case .action, .changes, .state: number == past.history.lastNumber
      }
    return Key(
      instance: past.instance,
      number: detail.tab == .statistics ? nil : number,
      tab: detail.tab,
      folding: detail.tab == .state ? detail.folding : StateFolding(),
      isBlaming: detail.isBlaming,
      other: detail.isComparing ? mark : nil,
      size: detail.tab == .effects ? size : GridSize(columns: size.columns, rows: 0),
      front: past.history.numbers?.lowerBound,
      revision: isCurrent ? past.past.revision : 0,
      counted: detail.tab == .statistics ? past.tally.statistics.commits : 0,
      now: detail.tab == .effects ? past.now : 0
    )
  }

  /// What somebody chose to see, whatever comes meanwhile.
  var subject: Key {
    var subject = key
    if isFollowing { subject.number = nil }
    (subject.front, subject.revision, subject.counted, subject.now) = (nil, 0, 0, 0)
    return subject
  }

  static func == (one: PaneQuestion, other: PaneQuestion) -> Bool { one.key == other.key }
}
