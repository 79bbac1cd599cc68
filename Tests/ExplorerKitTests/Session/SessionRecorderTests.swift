import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct SessionRecorderTests {
  private static func recorded(
    _ events: [HubEvent],
    filter: String? = nil
  ) throws -> (events: [HubEvent], error: SessionError?) {
    var recorder = SessionRecorder(filter: try filter.map { try Filter(parsing: $0) })
    var bytes: [UInt8] = []
    for event in events { recorder.write(event, to: &bytes) }
    let files = try SessionFiles()
    return try SessionFiles.events(files.write(String(decoding: bytes, as: UTF8.self)))
  }

  private static func session(_ records: [WireRecord], _ label: String = "Todo") -> [HubEvent] {
    guard case .hello(let hello) = WireRecord.hello(label) else { return [] }
    return [.connected(label: label, hello)]
      + records.map { .record(label: label, instance: hello.instance, $0) }
  }

  @Test func `what is recorded is read again as it was`() throws {
    let events =
      Self.session(GoldenSession.records.filter { $0.type != "bye" })
      + [.problem(label: nil, "somebody"), .problem(label: "Todo", "odd")]
      + [.disconnected(label: "Todo", instance: "a", .cutOff)]
    let (read, error) = try Self.recorded(events)
    #expect(error == nil)
    // A reader finds gaps by itself, and says so.
    let gaps = read.filter {
      if case .problem("Todo", let text) = $0 { text != "odd" } else { false }
    }
    #expect(read.filter { !gaps.contains($0) } == events)
  }

  @Test func `a problem that was recorded is shown once when it is replayed`() throws {
    var peer = SessionUnderTest()
    peer.send(.hello(), .state(0, ["a": 1]), .commit(5), .state(5, ["a": 2]), .commit(9))
    let problems = [
      "Commits 1 to 4 are missing, and the program did not say why.",
      "Commits 6 to 8 are missing, and the program did not say why.",
    ]
    #expect(peer.problems == problems)
    var recorder = SessionRecorder()
    var lines: [UInt8] = []
    for event in peer.output.events { recorder.write(event, to: &lines) }
    let files = try SessionFiles()
    let path = try files.write(String(decoding: lines, as: UTF8.self))
    #expect(try SessionFiles.events(path).events.problems == problems)
  }

  @Test func `a long old value is not written, and filled in again`() throws {
    let long = Tree.string(String(repeating: "x", count: 10_000))
    let change = TreeChange.set(["a"], old: long, new: 1)
    let events = Self.session([.state(0, ["a": long]), .commit(1, change)])
    #expect(try Self.recorded(events).events == events)
  }

  @Test func `commits that a filter omits are joined to the next one`() throws {
    let events = Self.session([
      .state(0, ["a": 0, "b": 0]), Self.commit(1, "Keep", .set(["a"], old: 0, new: 1)),
      Self.commit(2, "Skip", .set(["a"], old: 1, new: 2)),
      Self.commit(3, "Skip", .set(["b"], old: 0, new: 9)),
      .state(3, ["a": 2, "b": 9]),
      Self.commit(4, "Keep", .set(["a"], old: 2, new: 3)),
      Self.commit(5, "Skip", .set(["a"], old: 3, new: 4)),
    ])
    let (read, error) = try Self.recorded(events, filter: "type:Keep")
    #expect(error == nil && read.problems.isEmpty)
    #expect(read.commits.map(\.number) == [1, 4])
    #expect(read.commits.map(\.count) == [1, 3])
    #expect(
      read.commits.last?.changes == [.set(["a"], old: 1, new: 3), .set(["b"], old: 0, new: 9)]
    )
  }

  @Test func `a program that a filter excludes leaves no line`() throws {
    let (read, _) = try Self.recorded(
      Self.session([.state(0, 1), .commit(1)], "Todo") + Self.session([], "Shop"),
      filter: "app:Shop"
    )
    #expect(read.map(\.label) == ["Shop"])
  }

  private static func commit(_ number: Int, _ type: String, _ change: TreeChange) -> WireRecord {
    .commit(
      WireRecord.Commit(number: number, time: 0, action: .init(type: type), changes: [change])
    )
  }
}
