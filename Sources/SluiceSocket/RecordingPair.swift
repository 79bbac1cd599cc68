#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two files of a bounded recording, `PATH` and `PATH.1`, which take turns.
///
/// Each begins with a mark that has the number of its turn, and with the states at that moment: see the page of the
/// wire.
package struct RecordingPair: Sendable {
  /// One of the two files.
  package struct Member: Sendable {
    package let input: RecordingInput
    /// How many files were begun up to this one; `nil` if it ends before it says so.
    package let turn: Int?
  }

  /// Those that are there, the older one first; none if there is no bounded recording at the path.
  package let members: [Member]
  private let path: String

  /// Looks at a path, and opens nothing but regular files.
  package init(at path: String, _ calls: SystemCalls = .system) throws(SocketError) {
    self.path = path
    var found: [Member] = []
    for path in [path, Self.other(of: path)] {
      guard try PathFacts(at: path)?.kind == .regularFile else { continue }
      let member = try Member(RecordingInput(at: path, calls))
      if let member { found.append(member) } else if path == self.path { break }
    }
    members =
      found.contains { $0.turn != nil }
      ? found.sorted { $0.turn ?? .max < $1.turn ?? .max } : []
  }

  /// Returns the second path of a recording.
  package static func other(of path: String) -> String { path + ".1" }

  /// Returns where the next turn belongs: in place of the older file, or of one whose beginning isn't whole.
  ///
  /// - Throws: An error if that is no recording's, or somebody writes.
  package func next() throws(SocketError) -> (path: String, turn: Int) {
    for member in members where member.input.isBeingWritten { throw .fileInUse(path: path) }
    let paths = [path, Self.other(of: path)]
    for path in paths where !members.contains(where: { $0.input.path == path }) {
      if try PathFacts(at: path) != nil { throw .fileExists(path: path) }
    }
    guard let newest = members.last else { return (path, 1) }
    let turn = (members.compactMap(\.turn).max() ?? 0) + 1
    if try !newest.isWhole() { return (newest.input.path, turn) }
    let other = paths.first { $0 != newest.input.path }
    return (other ?? path, turn)
  }
}

extension RecordingPair.Member {
  /// How the first line begins, up to the number of the turn.
  private static let head = Array("{\"type\":\"mark\",\"turn\":".utf8)
  private static let stateHead = Array("{\"type\":\"state\"".utf8)

  /// Reads how a file begins; `nil` if no file of a bounded recording does.
  init?(_ input: RecordingInput) throws(SocketError) {
    var bytes = [UInt8](repeating: 0, count: Self.head.count + 20)
    let count = try input.read(at: 0, into: &bytes)
    bytes.removeLast(bytes.count - count)
    guard bytes.starts(with: Self.head) || Self.head.starts(with: bytes) else { return nil }
    let digits = bytes.dropFirst(Self.head.count).prefix { (0x30...0x39).contains($0) }
    let isEnded = bytes.count > Self.head.count + digits.count
    self.input = input
    turn = isEnded ? Int(String(decoding: digits, as: UTF8.self)) : nil
    if isEnded, turn == nil { return nil }
  }

  /// Returns whether it has the states with which it begins.
  fileprivate func isWhole() throws(SocketError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// The line that isn't over, as far as it tells what it is.
    var line: [UInt8] = []
    var isFirst = true
    var missing = 1
    var offset = 0
    while case let count = try input.read(at: offset, into: &buffer), count > 0 {
      offset += count
      for byte in buffer[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          if isFirst || line.count < Self.stateHead.count { line.append(byte) }
          continue
        }
        if isFirst {
          // Quotation marks within a text are escaped.
          missing = max(String(decoding: line, as: UTF8.self).matches(of: "\"number\":"), 1)
        } else if line.starts(with: Self.stateHead) {
          missing -= 1
          if missing == 0 { return true }
        }
        line.removeAll(keepingCapacity: true)
        isFirst = false
      }
    }
    return false
  }
}

extension String {
  /// Returns how often a text that has no part in common with itself occurs.
  fileprivate func matches(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let place = rest.firstRange(of: part) {
      count += 1
      rest = rest[place.upperBound...]
    }
    return count
  }
}
