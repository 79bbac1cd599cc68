import SluiceTree
import SluiceWire

extension CompactWriter: CompactSink {
  /// Writes what a commit has beside its number, its time and its changes; the action's type stands
  /// first, to be read without the rest.
  mutating func writeHead(of commit: WireRecord.Commit) {
    write(commit.action.type)
    var rest = commit
    rest.action.type = ""
    rest.write(compactTo: &self)
  }
}

extension CompactReader: CompactSource {
  /// Reads what ``CompactWriter/writeHead(of:)`` wrote, as a commit without changes.
  mutating func commitHead(number: Int, time: Int64) -> WireRecord.Commit {
    let type = text()
    var commit = WireRecord.Commit(compact: &self)
    commit.action.type = type
    commit.number = number
    commit.time = time
    return commit
  }
}
