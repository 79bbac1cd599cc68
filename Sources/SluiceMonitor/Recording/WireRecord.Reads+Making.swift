import Sluice
import SluiceWire

extension WireRecord.Reads {
  /// The maximum number of entries in a record; of more, those that took longest.
  static let limit = 200
  /// The maximum number of Unicode scalars of a name.
  private static let longestText = 300

  /// Creates the record of what ran for a commit.
  init(_ reads: CommitReads) {
    var shown = reads.reads
    var omitted = reads.omittedRuns
    if shown.count > Self.limit {
      let bound = shown.map(\.time).sorted(by: >)[Self.limit]
      let longest = shown.filter { $0.time > bound }
      let others = shown.filter { $0.time == bound }.prefix(Self.limit - longest.count)
      omitted += shown.reduce(0) { $0 + $1.runs }
      shown = longest + others
      omitted -= shown.reduce(0) { $0 + $1.runs }
    }
    self.init(
      number: reads.commit,
      reads: shown.map(Self.read),
      omitted: omitted
    )
  }

  private static func read(_ read: CommitReads.Read) -> WireRecord.Read {
    WireRecord.Read(
      kind: read.kind.rawValue,
      name: read.name.beginning(longestText),
      position: read.position?.beginning(longestText),
      runs: read.runs,
      changes: read.changes,
      forced: read.forcedRuns,
      duration: read.time.nanoseconds,
      readsWholeState: read.readsWholeState
    )
  }
}
