import SluiceTree
import SluiceWire

extension CompactWriter: CompactSink {
  /// Writes what a commit has beside its number, its time and its changes.
  mutating func writeHead(of commit: WireRecord.Commit) {
    commit.write(compactTo: &self)
  }
}

extension CompactReader: CompactSource {
  /// Reads what ``CompactWriter/writeHead(of:)`` wrote, as a commit without changes.
  mutating func commitHead(number: Int, time: Int64) -> WireRecord.Commit {
    var commit = WireRecord.Commit(compact: &self)
    commit.number = number
    commit.time = time
    return commit
  }
}
