import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Filters that ask for the state.
@Suite(.inTurn)
struct StateFilterTests {
  private static func commit(
    _ number: Int,
    _ changes: [TreeChange] = [],
    count: Int = 1
  ) -> WireRecord {
    .commit(
      WireRecord.Commit(
        number: number,
        time: 0,
        action: .init(type: "Act"),
        changes: changes,
        count: count
      )
    )
  }

  private static func set(_ total: Tree) -> [TreeChange] {
    [.set(["total"], old: nil, new: total)]
  }

  private static func failed(_ commit: Int) -> WireRecord {
    .effect(.init(event: .failed, effect: "e", run: 1, commit: commit, time: 0))
  }

  /// Returns the places of the records that a filter admits, in a program's stream.
  private static func admitted(
    _ text: String,
    _ records: [WireRecord],
    instance: String = "a"
  ) throws -> [Int] {
    var filter = try Filter(parsing: text)
    return records.indices.filter {
      filter.admits(records[$0], app: "Shop", instance: instance)
    }
  }

  /// The state, then commits 1 to 6.
  private static let stream: [WireRecord] = [
    .state(.init(number: 0, state: ["total": 0])),
    commit(1, set(50)), commit(2, set(150)), commit(3), commit(4, set(170)),
    commit(5, set(20)), commit(6, set(101)), failed(6),
  ]

  @Test func `state holds after the commit and for what happens until the next`() throws {
    #expect(try Self.admitted("state:total>100", Self.stream) == [2, 3, 4, 6, 7])
    #expect(try Self.admitted("state:total>100 and failed", Self.stream) == [7])
    #expect(try Self.admitted("not state:total>100", Self.stream) == [0, 1, 5])
    #expect(try Self.admitted("(state:total > 100) type:Act", Self.stream) == [2, 3, 4, 6])
    #expect(try Self.admitted("STATE:total exists", Self.stream).count == 8)
  }

  @Test func `became holds for the commit alone that makes it so`() throws {
    #expect(try Self.admitted("became:total>100", Self.stream) == [2, 6])
    #expect(try Self.admitted("became:total<=100", Self.stream) == [5])
    #expect(try Self.admitted("became:total>100 or became:total==20", Self.stream) == [2, 5, 6])
    #expect(try Self.admitted("became:total>100 and state:total>120", Self.stream) == [2])
    #expect(try Self.admitted("became:total==null", Self.stream).isEmpty)
  }

  @Test func `a condition is unknown from a gap until the next state`() throws {
    let gaps: [[WireRecord]] = [
      [.dropped(.init(count: 1, from: 2, to: 2))],
      [],
      [Self.commit(2, [.remove(["absent"], old: nil)])],
    ]
    for gap in gaps {
      let before = [Self.stream[0], Self.commit(1, Self.set(50))] + gap
      let after = [
        Self.commit(3, Self.set(200)), Self.failed(3),
        .state(.init(number: 3, state: ["total": 200])), Self.commit(4),
        Self.commit(5, Self.set(1)),
      ]
      func admitted(_ text: String) throws -> [Int] {
        try Self.admitted(text, before + after).filter { $0 >= before.count }
          .map { $0 - before.count }
      }
      #expect(try admitted("state:total>100") == [2, 3])
      #expect(try admitted("not state:total>100") == [4])
      #expect(try admitted("became:total>100").isEmpty)
      #expect(try admitted("became:total<100") == [4])
      // What decides without the state is known.
      #expect(try admitted("state:total>100 or type:Act") == [0, 2, 3, 4])
      #expect(try admitted("state:total>100 and type:Other").isEmpty)
      #expect(try admitted("not (state:total>100 and type:Other)") == [0, 1, 2, 3, 4])
    }
  }

  @Test func `a commit whose changes are unknown or cut makes the state unknown`() throws {
    for isUnknown in [true, false] {
      var commit = WireRecord.Commit(number: 1, time: 0, action: .init(type: "A"))
      if isUnknown { commit.changesAreUnknown = true } else { commit.omittedChanges = 2 }
      let records = [Self.stream[0], .commit(commit), Self.commit(2, Self.set(3))]
      #expect(try Self.admitted("state:total exists", records) == [0])
      #expect(try Self.admitted("not state:total exists", records).isEmpty)
    }
  }

  @Test func `a coalesced commit is one step`() throws {
    let records = [Self.stream[0], Self.commit(3, Self.set(7), count: 3), Self.commit(4)]
    #expect(try Self.admitted("became:total==7", records) == [1])
    #expect(try Self.admitted("state:total==7", records) == [1, 2])
  }

  @Test func `each program has its own state`() throws {
    var filter = try Filter(parsing: "state:total>100")
    func admits(_ record: WireRecord, _ instance: String) -> Bool {
      filter.admits(.record(label: instance, instance: instance, record))
    }
    #expect(!admits(Self.stream[0], "a"))
    #expect(!admits(Self.stream[0], "b"))
    #expect(admits(Self.commit(1, Self.set(200)), "a"))
    #expect(!admits(Self.commit(1, Self.set(2)), "b"))
    #expect(admits(Self.commit(2), "a"))
    // A new connection begins with a new state.
    _ = filter.admits(.disconnected(label: "a", instance: "a", .cutOff))
    #expect(!admits(Self.commit(3), "a"))
  }

  @Test func `old values that a commit left out don't affect conditions`() throws {
    let records: [WireRecord] = [
      .state(.init(number: 0, state: ["list": [1, 2], "on": true])),
      Self.commit(1, [.remove(["list", 0], old: nil), .set(["on"], old: nil, new: false)]),
    ]
    #expect(try Self.admitted("became:list.count==1 and became:on==false", records) == [1])
  }

  @Test func `a filtered recording keeps the states and admits the same again`() throws {
    var recorder = SessionRecorder(filter: try Filter(parsing: "became:total>100"))
    var bytes: [UInt8] = []
    let hello = WireRecord.Hello(
      role: .program,
      instance: "a",
      name: "Shop",
      processID: 1,
      lastCommit: 0
    )
    recorder.write(.connected(label: "Shop", hello), to: &bytes)
    for record in Self.stream {
      recorder.write(.record(label: "Shop", instance: "a", record), to: &bytes)
    }
    let records = try bytes.split(separator: 10).map { try WireEnvelope(line: $0).record }
    let commits = records.compactMap { record -> WireRecord.Commit? in
      if case .commit(let commit) = record { commit } else { nil }
    }
    #expect(commits.map(\.number) == [2, 6])
    #expect(commits.map(\.count) == [2, 4])
    #expect(try Self.admitted("became:total>100", records).count == 1)
    #expect(try Self.admitted("state:total>100", records.filter { $0 != records.last }).count > 0)
  }
}
