import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct SessionRecorderTests {
  private static func recorded(
    _ events: [HubEvent],
    filter: String? = nil
  ) throws -> (events: [HubEvent], error: SessionError?) {
    var recorder = SessionRecorder(filter: try filter.map { try Filter(parsing: $0) })
    let lines = recorder.lines(about: events)
    let files = try SessionFiles()
    return try SessionFiles.events(files.write(lines.map { $0 + "\n" }.joined()))
  }

  private static func session(_ records: [WireRecord], _ label: String = "Todo") -> [HubEvent] {
    [.connected(label: label, .init("a", label, can: [.snapshot]))]
      + records.map { .record(label, $0) }
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
    #expect(try Self.recorded(peer.output.events).events.problems == problems)
  }

  @Test func `a long old value is not written, and filled in again`() throws {
    let long = Tree.string(String(repeating: "x", count: 10_000))
    let events = Self.session([.state(0, ["a": long]), .commit(1, .set(["a"], old: long, new: 1))])
    #expect(try Self.recorded(events).events == events)
  }

  @Test func `commits that a filter omits are joined to the next one`() throws {
    let events = Self.session([
      .state(0, ["a": 0, "b": 0]), .commit(1, "Keep", .set(["a"], old: 0, new: 1)),
      .commit(2, "Skip", .set(["a"], old: 1, new: 2)),
      .commit(3, "Skip", .set(["b"], old: 0, new: 9)),
      .state(3, ["a": 2, "b": 9]),
      .commit(4, "Keep", .set(["a"], old: 2, new: 3)),
      .commit(5, "Skip", .set(["a"], old: 3, new: 4)),
    ])
    let (read, error) = try Self.recorded(events, filter: "type:Keep")
    #expect(error == nil && read.problems.isEmpty)
    #expect(read.commits.map(\.number) == [1, 4] && read.commits.map(\.count) == [1, 3])
    #expect(
      read.commits.last?.changes == [.set(["a"], old: 1, new: 3), .set(["b"], old: 0, new: 9)]
    )
  }

  @Test func `a commit that is lost among those that a filter omits is joined, too`() throws {
    let events = Self.session([
      .state(0, ["a": 0]), .commit(1, "Keep", .set(["a"], old: 0, new: 1)),
      .commit(3, "Skip"), .state(3, ["a": 3]), .commit(4, "Skip", .set(["a"], old: 3, new: 4)),
      .commit(5, "Keep", .set(["a"], old: 4, new: 5)),
    ])
    let read = try Self.recorded(events, filter: "type:Keep").events
    #expect(read.problems.isEmpty)
    #expect(read.commits.map(\.number) == [1, 5] && read.commits.map(\.count) == [1, 4])
    #expect(read.commits.last?.changes == [.set(["a"], old: 1, new: 5)])
  }

  @Test func `what a filter omits before a state is no part of what follows it`() throws {
    let events = Self.session([
      .commit(1, "Skip"), .state(1, ["a": 1]), .commit(2, "Keep", .set(["a"], old: 1, new: 2)),
    ])
    let commits = try Self.recorded(events, filter: "type:Keep").events.commits
    #expect(commits.map(\.number) == [2] && commits.map(\.count) == [1])
  }

  @Test func `a program that a filter excludes leaves no line`() throws {
    let (read, _) = try Self.recorded(
      Self.session([.state(0, 1), .commit(1)], "Todo") + Self.session([], "Shop"),
      filter: "app:Shop"
    )
    #expect(read.map(\.label) == ["Shop"])
  }
}
