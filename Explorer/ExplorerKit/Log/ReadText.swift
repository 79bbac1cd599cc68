import ExplorerTerminal
import SluiceWire

/// The runs of a selector or an observer, in words.
enum ReadText {
  /// Why a selector runs though nothing that it reads may have changed.
  static let wholeState = "because it projects the whole state"

  /// Returns one line: what ran, how often and how long.
  static func line(_ read: WireRecord.Read) -> StyledText {
    var line = StyledText(VisibleText(title(read)).description)
    line.append(" ran \(times(read.runs))", .strong)
    line.append(" in \(DurationText.text(nanoseconds: read.duration)), \(changes(read))")
    if read.forced > 0, read.readsWholeState { line.append(", \(wholeState)", .problem) }
    return line
  }

  /// Returns a line about several.
  static func summary(_ reads: WireRecord.Reads) -> String {
    let runs = reads.reads.reduce(reads.omitted) { WireNumber.sum($0, $1.runs) }
    let time = reads.reads.reduce(Int64(0)) { $0.addingSaturated($1.duration) }
    return "\(NumberText.count(runs, "run")) of \(NumberText.count(reads.reads.count, "reader"))"
      + " in \(DurationText.text(nanoseconds: time))"
  }

  /// The kind and the name, and the place if there is one.
  static func title(_ read: WireRecord.Read) -> String {
    let name = read.kind == "selector" ? read.name : "\(read.kind) of \(read.name)"
    return name + (read.position.map { " (\($0))" } ?? "")
  }

  static func times(_ runs: Int) -> String {
    runs == 1 ? "once" : "\(NumberText.text(runs)) times"
  }

  private static func changes(_ read: WireRecord.Read) -> String {
    read.changes == 0 ? "no change" : NumberText.count(read.changes, "change")
  }
}

extension Int64 {
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other > 0 ? .max : .min) : sum
  }
}
