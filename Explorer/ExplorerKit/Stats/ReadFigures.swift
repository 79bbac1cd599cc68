import SluiceWire

/// How often and how long a selector or an observer ran.
struct ReadFigures: Sendable {
  /// The runs from which on one that changes little is worth a word.
  private static let worthwhileRuns = 20
  /// The maximum number of names that are held.
  private static let maximalNames = 8
  /// The maximum number of Unicode scalars of each.
  private static let longestName = 300

  private(set) var runs = 0
  /// The number of commits for which it ran.
  private(set) var commits = 0
  private(set) var changes = 0
  private(set) var forced = 0
  /// Nanoseconds.
  private(set) var duration: Int64 = 0
  private(set) var isSelector = false
  private(set) var isUncompared = false
  private var readsWholeState = false
  private var unequatable: [String] = []
  private var lastCommit: Int?

  /// Nanoseconds of a run.
  var mean: Int64 { runs > 0 ? duration / Int64(runs) : 0 }
  /// The runs whose value was the one before.
  var repeats: Int { isUncompared ? 0 : max(runs - changes, 0) }

  mutating func take(_ read: WireRecord.Read, of commit: Int) {
    runs = WireNumber.sum(runs, read.runs)
    changes = WireNumber.sum(changes, read.changes)
    forced = WireNumber.sum(forced, read.forced)
    duration = duration.addingSaturated(max(read.duration, 0))
    if lastCommit != commit { commits = WireNumber.sum(commits, 1) }
    lastCommit = commit
    isSelector = read.kind == "selector"
    isUncompared = isUncompared || read.isUncompared
    readsWholeState = readsWholeState || read.readsWholeState
    if unequatable.isEmpty {
      unequatable = read.unequatable.prefix(Self.maximalNames).map {
        String($0.name.unicodeScalars.prefix(Self.longestName))
      }
    }
  }

  /// Why it ran though nothing that it reads changed; `nil` if that isn't known, or was rare.
  var cause: ReadCause? {
    forced > 0 && forced >= runs / 2
      ? ReadCause(unequatable, readsWholeState: readsWholeState) : nil
  }

  /// What is wrong with it, for people; `nil` if nothing is.
  ///
  /// - Parameter name: Of the selector or the observer.
  func advice(about name: String) -> String? {
    guard runs >= Self.worthwhileRuns else { return nil }
    let each = "\(DurationText.text(nanoseconds: mean)) each"
    let count = NumberText.text(runs)
    let reason = cause.map { ", \($0.clause)" } ?? ""
    let cure = cause.map { " " + $0.cure } ?? ""
    guard !isUncompared else {
      guard cause != nil else { return nil }
      return isSelector
        ? "\(name) ran \(count) times, \(each)\(reason).\(cure)"
        : "\(name) received \(NumberText.text(changes)) values\(reason).\(cure)"
    }
    // That an observer's value is looked at costs little: only what ran is a selector's fault.
    guard isSelector, changes <= runs / 10 else { return nil }
    let result = changes == 0 ? "no change" : NumberText.count(changes, "change")
    return "\(name) ran \(count) times for \(result), \(each)\(reason)."
      + (cause == nil ? " To fix, select only what it reads." : cure)
  }
}
