package import SluiceWire

extension History {
  /// Returns what ran for a commit, or for those that it stands for, as far as that is known.
  package func reads(of commit: WireRecord.Commit) -> [WireRecord.Reads] {
    guard let pieces = piece?.pieces else { return reads.records(of: commit) }
    let index = pieces.index(of: commit.number)
    // What ran may follow behind the mark that follows the commit.
    return (index...index + 1).flatMap { pieces.history($0).reads.records(of: commit) }
  }
}
