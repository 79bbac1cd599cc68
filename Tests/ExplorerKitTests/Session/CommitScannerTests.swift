import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What is read of a line without making trees, compared with what a reader of records makes of it.
struct CommitScannerTests {
  /// Returns what a scanner finds in a line, with the changes.
  private static func scan(_ line: [UInt8]) -> (commit: CommitScanner.Commit, [TreeChange])? {
    var scanner = CommitScanner()
    guard let commit = scanner.commit(in: line[...]) else { return nil }
    var reader = CompactReader(scanner.changes.bytes)
    let changes = (0..<reader.count()).map { _ in reader.change() }
    #expect(reader.position == scanner.changes.count)
    return (commit, changes)
  }

  /// Expects that a line is read as a record, or not at all.
  ///
  /// - Returns: Whether it was read.
  @discardableResult
  private static func check(_ line: [UInt8]) -> Bool {
    guard let (found, changes) = scan(line) else { return false }
    guard let envelope = try? WireEnvelope(line: line[...]),
      case .commit(let commit) = envelope.record
    else {
      Issue.record("What no reader reads was read: \(String(decoding: line, as: UTF8.self))")
      return true
    }
    let expected = CommitScanner.Commit(
      instance: envelope.instance,
      number: commit.number,
      time: commit.time,
      cause: commit.cause?.commit,
      count: max(commit.count, 1)
    )
    #expect(found == expected)
    #expect(changes == commit.changes, "\(String(decoding: line, as: UTF8.self))")
    return true
  }

  @Test(arguments: 1...30)
  func `a commit is read as a record is`(seed: UInt64) {
    let session = RandomSession(seed: seed, commits: 100, hasGaps: true)
    var count = 0
    for record in session.records where record.asCommit != nil {
      for instance in [nil, "0123abcd"] {
        let line = SessionFiles.text([record], of: instance)
        if Self.check(Array(line.utf8.dropLast())) { count += 1 }
      }
    }
    #expect(count > 50)
  }

  static let front =
    #"{"type":"commit","number":7,"time":5,"action":{"type":"A","payload":{"a":1}},"changes":["#
  /// Values as they stand in a change, and whether the scanner reads them itself.
  static let values: [(text: String, isRead: Bool)] = [
    ("null", true), ("true", true), ("-0", true), ("12", true), ("-9223372036854775808", true),
    ("340282366920938463463374607431768211455", true), ("1.5", true), ("1e400", false),
    ("01", false),
    ("-", false), ("1.", false), (#""a\"b\u00e9""#, true), (#""é""#, true), (#""\ud800""#, false),
    (#""\x""#, false), ("[]", true), ("[1,[2],{}]", true), ("[1,]", false), ("{}", true),
    (#"{"a":1,"b":{"a":2}}"#, true), (#"{"a":1,"a":2}"#, false), (#"{"":1,"":2}"#, false),
    (#"{"$":"date","seconds":1.5}"#, true),
    (#"{"$":"case","name":"x","payload":{"_0":"{"}}"#, true),
    (#"{"$":"cut","kind":"elements","omitted":3}"#, true), (#"{"$":"case"}"#, false),
    (#"{"$x":1}"#, false), (#"{"$$x":1}"#, true), (#"{"a":1,"$":"case"}"#, false),
    (#"{"ä":1}"#, false), ("tru", false), ("nul", false), ("\"\u{1}\"", false), (" 1", false),
    (String(repeating: "[", count: 80) + String(repeating: "]", count: 80), false),
    ("[" + String(repeating: "1,", count: 300) + "1]", true),
  ]

  @Test func `a value is read as any reader reads it, or left to it`() {
    for (text, isRead) in Self.values {
      let change = #"{"kind":"set","path":["a",1,"b"],"old":\#(text),"new":\#(text)}"#
      let line = Array((Self.front + change + "]}").utf8)
      #expect(Self.check(line) == isRead, "\(text)")
      // Where it is only skipped, too.
      let payload =
        #"{"type":"commit","number":7,"time":5,"action":{"type":"A","payload":\#(text)}}"#
      #expect(Self.check(Array(payload.utf8)) == isRead, "\(text)")
    }
  }

  @Test
  func `a line that differs in any byte is read as a record or not at all`() {
    let change = #"{"kind":"add","path":["a",1],"position":2,"new":{"id":3,"x":"y"}}"#
    let move = #"{"kind":"move","path":["b"],"to":4},{"kind":"remove","path":[],"old":1.5}"#
    let line = Array((Self.front + change + "," + move + "]}").utf8)
    #expect(Self.check(line))
    for index in line.indices {
      for byte in [UInt8(ascii: "\""), 0x7B, 0x7D, 0x2C, 0x30, 0x5C, 0xFF, 0x20] {
        var changed = line
        changed[index] = byte
        Self.check(changed)
      }
      var shorter = line
      shorter.remove(at: index)
      Self.check(shorter)
      Self.check(Array(line[..<index]))
    }
  }

  @Test
  func `changes without what they replace are left to a reader of records`() {
    for change in [
      #"{"kind":"set","path":["a"],"new":1}"#, #"{"kind":"remove","path":["a"]}"#,
      #"{"kind":"set","path":["a"],"old":1}"#, #"{"kind":"turn","path":["a"],"new":1}"#,
    ] {
      #expect(!Self.check(Array((Self.front + change + "]}").utf8)))
    }
  }
}

/// What is known of a segment of an index by what the scanner found.
@Suite(.inTurn) struct ChangedPathsTests {
  private static func paths(of keys: [String]) -> ChangedPaths {
    var writer = CompactWriter()
    writer.write(keys.map { TreeChange.set([.key($0)], old: 0, new: 1) })
    var reader = CompactReader(writer.bytes)
    var paths = ChangedPaths()
    paths.insert(&reader)
    return paths
  }

  @Test func `so many parts are known, and more are like all`() throws {
    let keys = (0..<ChangedPaths.maximumCount).map { "k\($0)" }
    let other = KnownPath([.key("other")])
    let known = Self.paths(of: keys + keys)
    #expect(known.parts?.count == ChangedPaths.maximumCount)
    #expect(!known.mayConcern(other))
    let all = Self.paths(of: keys + ["one more"])
    #expect(all.parts == nil)
    #expect(all.mayConcern(other))
  }
}
