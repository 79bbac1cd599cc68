import SluiceSocket
import SluiceTree
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

  /// Returns the watts of the last reading in a recording that may end in the middle of a line; `nil` if there is
  /// none, or no state.
  static func lastReading(at path: String) throws -> Int? {
    let input = try RecordingInput(at: path)
    var framer = LineFramer(limit: .unlimited)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var last: [UInt8]?
    while case let count = try input.read(into: &buffer), count > 0 {
      framer.append(buffer[..<count])
      while let line = try framer.next() {
        if line.starts(with: Array("{\"type\":\"commit\"".utf8)) { last = Array(line) }
      }
    }
    guard let last,
      case .commit(let commit) = try WireEnvelope(lineOfFile: last[...]).record,
      let watts = commit.action.payload?["watts"], case .integer(let number) = watts
    else { return nil }
    return Int(exactly: number)
  }
}
