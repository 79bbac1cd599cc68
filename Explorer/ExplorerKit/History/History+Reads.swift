package import SluiceWire

extension History {
  /// Returns what ran for a commit, or for those that it stands for, as far as that is known.
  package func reads(of commit: WireRecord.Commit) -> [WireRecord.Reads] {
    guard let lines else { return reads.records(of: commit) }
    guard let (_, entry) = entry(commit.number), entry.kind != .gap else { return [] }
    return lines.reads(behind: entry.start, of: commit.numbers)
  }
}
