import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a hub holds, fetched by viewers over real sockets.
@Suite(.inTurn) struct FetchedPastTests {
  /// A hub, a program that it watches, and a viewer that fetches what the hub holds.
  private struct Bench {
    let hub: TurnedHub
    let program: WireProgram
    let viewer: Viewer

    /// Returns when the viewer has what the program sent.
    init(pending: Int = 16 << 20, _ records: [WireRecord]) throws {
      hub = try TurnedHub(pending: pending, pasts: Pasts(Pasts.Limits(commits: 1_000)))
      program = try hub.program("One", records)
      viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
      try turn { _ in viewer.isUpToDate }
    }

    var history: History { viewer.pasts["a"]?.history ?? History() }

    /// Turns hub and viewer until a condition holds, which is asked about what the viewer received.
    func turn(until isDone: ([HubEvent]) -> Bool) throws {
      let deadline = ContinuousClock.now + patience
      while ContinuousClock.now < deadline {
        _ = try hub.hub.turn(atMost: .milliseconds(1))
        if isDone(try viewer.turn(atMost: .milliseconds(1))) { return }
      }
      throw ExplorerProcess.Failure(description: "It did not happen.")
    }

    func pause() throws {
      let request = try viewer.send(.pause(.init(request: 0)), to: "a")
      try turn { $0.contains { $0.content?.reply == request } }
      try turn { _ in viewer.isUpToDate }
    }

    func resume() throws { _ = try viewer.send(.resume(.init(request: 0)), to: "a") }

    /// Turns until the viewer has a commit, and asks for nothing.
    func turn(to number: Int) throws {
      try turn { _ in history.lastNumber == number && viewer.isUpToDate }
    }
  }

  private static func counted(_ numbers: ClosedRange<Int>) -> [WireRecord] {
    [.state(0, ["n": 0])] + numbers.map { .counting($0) }
  }

  @Test func `a viewer receives the past before it connected, and what follows`() throws {
    let bench = try Bench(Self.counted(1...1_500))
    #expect(bench.history.numbers?.upperBound == 1_500)
    #expect(bench.history.state(after: 700)?.tree == ["n": 700])
    #expect(bench.history.commit(500)?.number == 500)

    try bench.program.send(.counting(1_501))
    try bench.turn(to: 1_501)
    #expect(bench.history.state(after: 1_501)?.tree == ["n": 1_501])
    #expect(bench.history.gap(at: 1_501) == nil)
  }

  @Test func `an effect that ends during a pause has ended`() throws {
    let bench = try Bench(Self.counted(1...1) + [.effect(.started, at: 1)])
    #expect(bench.history.run(1) != nil)
    try bench.pause()
    try bench.hub.take(.effect(.ended, at: 2), from: bench.program)
    #expect(bench.history.run(1)?.end == nil)
    try bench.resume()
    try bench.turn { _ in bench.history.run(1)?.end == .ended && bench.viewer.isUpToDate }
    #expect(bench.history.lastNumber == 1)
  }

  private static let longText = String(repeating: "x", count: 10_000)

  /// A commit that fills what waits for a viewer soon.
  private static func long(_ number: Int) -> WireRecord {
    .setting(number, "n", .string("\(number)" + longText))
  }

  @Test(arguments: [false, true])
  func `commits that a viewer read too slowly are requested again`(isPaused: Bool) throws {
    let bench = try Bench(pending: 20_000, [.state(0, ["n": ""])])
    // More than the system keeps for a connection.
    for number in 1...100 { try bench.hub.take(Self.long(number), from: bench.program) }
    // The gap has two reasons.
    let rest = [.dropped(101, 102, .room), .state(102, ["n": ""]), Self.long(103)] as [WireRecord]
    for record in rest { try bench.hub.take(record, from: bench.program) }
    if isPaused { _ = try bench.viewer.send(.pause(.init(request: 0)), to: "a") }
    try bench.hub.take(Self.long(104), from: bench.program)
    if isPaused { try bench.resume() }
    try bench.turn(to: 104)
    #expect(bench.history.gaps == [History.Gap(numbers: 101...102, reason: .room)])
    for number in [100, 104] {
      let text = Tree.string("\(number)" + Self.longText)
      #expect(bench.history.state(after: number)?.tree == ["n": text])
    }
  }

  @Test func `a program that has ended is in the list, and its past is held`() throws {
    let hub = try TurnedHub()
    _ = try hub.program("One", Self.counted(1...1) + [.bye(.init())])
    try hub.turn { $0 == .disconnected(label: "One", instance: "a", .goodbye) }
    let other = try hub.program("Two", instance: "b", [.state(7, 1)])

    let viewer = try hub.viewer(greetedBy: 1)
    try viewer.send(.history(.init(request: 3)))
    var listed: [WireRecord.Hello] = []
    while case .hello(let hello) = try hub.next(for: viewer).record { listed.append(hello) }
    #expect(listed.map(\.instance) == ["a", "b"])
    #expect(listed.map(\.lastCommit) == [1, 7])
    #expect(listed.map(\.reply) == [3, 3])

    #expect(hub.hub.pasts["a"]?.history.state(after: 1)?.tree == ["n": 1])
    withExtendedLifetime(other) {}
  }

  @Test func `pages are fetched one at a time, with commits between them`() throws {
    let hub = try TurnedHub()
    let program = try hub.program("One", Self.counted(1...3_000))
    let viewer = try hub.viewer(greetedBy: 1)
    for request in 1...20 {
      try viewer.send(.history(.init(request: request, after: 100 * request, limit: 10)), to: "a")
    }
    try program.send(.counting(3_001))
    // Those beyond what is kept waiting are refused at once.
    let (pages, refused) = (1...16, 17...20)
    var received: [WireRecord] = []
    while received.count(where: { $0.asCommit?.reply == nil }) < 21 {
      received.append(try hub.next(for: viewer).record)
    }
    #expect(received.compactMap(\.failure).map(\.reply) == Array(refused))
    for number in pages {
      let answer = received.filter { $0.reply == number }
      let commits = Array((100 * number + 1)...(100 * number + 10))
      #expect(answer.dropLast().map(\.asCommit?.number) == commits)
      #expect(answer.last == .page(.init(reply: number, last: commits.last, hasMore: true)))
    }
    // It did not wait for all of them.
    let live = received.prefix { $0 != .counting(3_001) }
    #expect(live.count < received.count && live.count { $0.type == "page" } < pages.count)
  }
}
