import SluiceWire

/// How often and how long a selector or an observer ran.
struct ReadFigures: Sendable {
  /// The runs from which on one that changes little is worth a word.
  private static let worthwhileRuns = 20

  private(set) var runs = 0
  /// The number of commits for which it ran.
  private(set) var commits = 0
  private(set) var changes = 0
  private(set) var forced = 0
  /// Nanoseconds.
  private(set) var duration: Int64 = 0
  private(set) var isSelector = false
  private var readsWholeState = false
  private var lastCommit: Int?

  /// Nanoseconds of a run.
  var mean: Int64 { runs > 0 ? duration / Int64(runs) : 0 }
  /// The runs whose value was the one before.
  var repeats: Int { max(runs - changes, 0) }

  mutating func take(_ read: WireRecord.Read, of commit: Int) {
    runs = WireNumber.sum(runs, read.runs)
    changes = WireNumber.sum(changes, read.changes)
    forced = WireNumber.sum(forced, read.forced)
    duration = duration.addingSaturated(max(read.duration, 0))
    if lastCommit != commit { commits = WireNumber.sum(commits, 1) }
    lastCommit = commit
    isSelector = read.kind == "selector"
    readsWholeState = readsWholeState || read.readsWholeState
  }

  /// Why it ran though nothing that it reads changed; `nil` if that isn't known, or was rare.
  var cause: String? {
    readsWholeState && forced > 0 && forced >= runs / 2 ? ReadText.wholeState : nil
  }

  /// What is wrong with it, for people; `nil` if nothing is.
  ///
  /// - Parameter name: Of the selector or the observer.
  func advice(about name: String) -> String? {
    // That an observer's value is looked at costs little: only what ran is a selector's fault.
    guard runs >= Self.worthwhileRuns, isSelector, changes <= runs / 10 else { return nil }
    let each = "\(DurationText.text(nanoseconds: mean)) each"
    let count = NumberText.text(runs)
    let result = changes == 0 ? "no change" : NumberText.count(changes, "change")
    let reason = cause.map { ", \($0)" } ?? ""
    let cure =
      cause == nil
      ? "select only what it reads." : "make it of smaller selectors with Selector.with."
    return "\(name) ran \(count) times for \(result), \(each)\(reason). To fix, \(cure)"
  }
}
