import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Filters that ask for the state.
@Suite(.inTurn) struct StateFilterTests {
  private static func set(_ number: Int, _ total: Tree) -> WireRecord {
    .setting(number, "total", total)
  }

  private static func failed(_ commit: Int) -> WireRecord { .effect(.failed, of: commit) }

  /// Returns the places of the records that a filter admits, in a program's stream.
  private static func admitted(_ text: String, _ records: [WireRecord]) throws -> [Int] {
    var filter = try Filter(parsing: text)
    return records.indices.filter { filter.admits(records[$0], app: "Shop", instance: "a") }
  }

  private static func expect(
    _ rows: KeyValuePairs<String, [Int]>,
    in records: [WireRecord],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (filter, places) in rows {
      let found = try admitted(filter, records)
      #expect(found == places, "\(filter)", sourceLocation: sourceLocation)
    }
  }

  /// The state, then commits 1 to 6.
  private static let stream: [WireRecord] = [
    .state(0, ["total": 0]), set(1, 50), set(2, 150), .commit(3), set(4, 170), set(5, 20),
    set(6, 101), failed(6),
  ]

  @Test func `state holds after the commit and for what happens until the next`() throws {
    try Self.expect(
      [
        "state:total>100": [2, 3, 4, 6, 7],
        "state:total>100 and failed": [7],
        "not state:total>100": [0, 1, 5],
        "(state:total > 100) type:Act": [2, 3, 4, 6],
        "STATE:total exists": Array(0...7),
      ],
      in: Self.stream
    )
  }

  @Test func `became holds for the commit alone that makes it so`() throws {
    try Self.expect(
      [
        "became:total>100": [2, 6],
        "became:total<=100": [5],
        "became:total>100 or became:total==20": [2, 5, 6],
        "became:total>100 and state:total>120": [2],
        "became:total==null": [],
      ],
      in: Self.stream
    )
  }

  static let gaps: [[WireRecord]] = [
    [.dropped(2, 2)], [], [.commit(2, .remove(["absent"], old: nil))],
  ]

  @Test(arguments: gaps)
  func `a condition is unknown from a gap until the next state`(gap: [WireRecord]) throws {
    let first = 2 + gap.count
    let records =
      [Self.stream[0], Self.set(1, 50)] + gap
      + [Self.set(3, 200), Self.failed(3), .state(3, ["total": 200]), .commit(4), Self.set(5, 1)]
    let rows: KeyValuePairs = [
      "state:total>100": [2, 3],
      "not state:total>100": [4],
      "became:total>100": [],
      "became:total<100": [4],
      // What decides without the state is known.
      "state:total>100 or type:Act": [0, 2, 3, 4],
      "state:total>100 and type:Other": [],
      "not (state:total>100 and type:Other)": [0, 1, 2, 3, 4],
    ]
    for (filter, places) in rows {
      let found = try Self.admitted(filter, records).filter { $0 >= first }.map { $0 - first }
      #expect(found == places, "\(filter)")
    }
  }

  @Test func `a commit whose changes are unknown or cut makes the state unknown`() throws {
    let commit = WireRecord.Commit(number: 1, time: 0, action: "A")
    var (unknown, cut) = (commit, commit)
    unknown.changesAreUnknown = true
    cut.omittedChanges = 2
    for commit in [unknown, cut] {
      try Self.expect(
        ["state:total exists": [0], "not state:total exists": []],
        in: [Self.stream[0], .commit(commit), Self.set(2, 3)]
      )
    }
  }

  @Test func `a coalesced commit is one step`() throws {
    let coalesced = WireRecord.commit(3, count: 3, .set(["total"], old: nil, new: 7))
    try Self.expect(
      ["became:total==7": [1], "state:total==7": [1, 2]],
      in: [Self.stream[0], coalesced, .commit(4)]
    )
  }

  @Test func `each program has its own state`() throws {
    var filter = try Filter(parsing: "state:total>100")
    let records = [
      (Self.stream[0], "a"), (Self.stream[0], "b"), (Self.set(1, 200), "a"), (Self.set(1, 2), "b"),
      (.commit(2), "a"),
    ]
    let admitted = records.map { filter.admits(.record($0, of: $1)) }
    #expect(admitted == [false, false, true, false, true])
    // A new connection begins with a new state.
    _ = filter.admits(.disconnected(label: "a", instance: "a", .cutOff))
    let isAdmitted = filter.admits(.record(.commit(3)))
    #expect(!isAdmitted)
  }

  @Test func `old values that a commit left out don't affect conditions`() throws {
    try Self.expect(
      ["became:list.count==1 and became:on==false": [1]],
      in: [
        .state(0, ["list": [1, 2], "on": true]),
        .commit(1, .remove(["list", 0], old: nil), .set(["on"], old: nil, new: false)),
      ]
    )
  }

  @Test func `a filtered recording keeps the states and admits the same again`() throws {
    var recorder = SessionRecorder(filter: try Filter(parsing: "became:total>100"))
    let hello = HubEvent.connected(label: "Shop", WireRecord.Hello("a", "Shop"))
    let events = [hello] + Self.stream.map { .record("Shop", $0) }
    let lines = recorder.lines(about: events)
    let records = try lines.map { try WireEnvelope(line: Array($0.utf8)[...]).record }
    let commits = records.compactMap(\.asCommit)
    #expect(commits.map(\.number) == [2, 6] && commits.map(\.count) == [2, 4])
    #expect(try Self.admitted("became:total>100", records).count == 1)
    #expect(try Self.admitted("state:total>100", records.filter { $0 != records.last }).count > 0)
  }
}
