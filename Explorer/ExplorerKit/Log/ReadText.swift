import ExplorerTerminal
import SluiceWire

/// The runs of a selector or an observer, in words.
enum ReadText {
  /// Returns one line: what ran, how often and how long.
  static func line(_ read: WireRecord.Read) -> StyledText {
    var line = StyledText(VisibleText(title(read)).description)
    line.append(" ran \(times(read.runs))", .strong)
    line.append(" in \(DurationText.text(nanoseconds: read.duration)), \(changes(read))")
    if read.forced > 0, let cause = ReadCause(read) {
      line.append(", \(VisibleText(cause.clause))", .problem)
    }
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
    if read.isUncompared { return "values not compared" }
    return read.changes == 0 ? "no change" : NumberText.count(read.changes, "change")
  }
}

/// Why a selector runs, or an observer receives values, though nothing that it reads may have changed.
struct ReadCause {
  /// The cause as a subordinate clause.
  let clause: String
  /// What to do about it, as a sentence.
  let cure: String

  /// - Returns: `nil` if only changes lead to runs.
  init?(_ read: WireRecord.Read) {
    self.init(read.unequatable.map(\.name), readsWholeState: read.readsWholeState)
  }

  init?(_ unequatable: [String], readsWholeState: Bool) {
    if !unequatable.isEmpty {
      let names = unequatable.prefix(3).joined(separator: ", ")
      let others = unequatable.count > 3 ? " and others" : ""
      let verb = unequatable.count > 1 ? "are" : "is"
      clause = "because \(names)\(others) \(verb) not Equatable"
      cure = "To fix, make the type Equatable, or select only what is read of it."
    } else if readsWholeState {
      clause = "because it projects the whole state"
      cure = "To fix, make it of smaller selectors with Selector.with."
    } else {
      return nil
    }
  }
}

extension Int64 {
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other > 0 ? .max : .min) : sum
  }
}
