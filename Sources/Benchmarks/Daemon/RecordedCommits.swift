import SluiceSocket
import SluiceWire

/// The commits of a recording.
struct RecordedCommits {
  /// The number of commits that stand for themselves, with their action and what they changed.
  private(set) var whole = 0
  private(set) var bytes = 0

  init(at path: String) throws {
    let input = try RecordingInput(at: path)
    var framer = LineFramer()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try input.read(into: &buffer), count > 0 {
      bytes += count
      framer.append(buffer[..<count])
      while let line = try framer.next() {
        guard case .commit(let commit) = try WireEnvelope(line: line).record else { continue }
        if commit.count == 1, commit.action.payload != nil, !commit.changes.isEmpty { whole += 1 }
      }
    }
  }
}
