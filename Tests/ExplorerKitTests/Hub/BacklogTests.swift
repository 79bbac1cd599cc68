import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a hub tells a viewer of the past.
@Suite(.inTurn) struct BacklogTests {
  /// What a viewer makes of lines.
  private struct Receiver {
    private var session = ViewerSession(longestRecord: 1 << 20)
    private(set) var pasts = Pasts()
    private(set) var events: [HubEvent] = []

    mutating func take(_ record: WireRecord, of instance: String) {
      var output = ViewerSession.Output()
      let line = WireEnvelope(instance: instance, record).line()
      session.receive(line[...], pasts: &pasts, output: &output)
      events += output.events
      #expect(output.answers.isEmpty)
    }
  }

  /// What is held of a store, in short.
  private static func summary(_ past: Past?) -> [String] {
    guard let past else { return [] }
    var commits: [String] = []
    past.history.forEachItem { commits.append("\($0)") }
    return ["\(past.label)", "\(past.isConnected)", "\(past.history.lastState as Any)"]
      + commits + past.history.diagnostics.entries.map(\.id)
      + past.history.runs.runs.map { "\($0)" }
  }

  @Test(arguments: 1...volume(3, nightly: 40))
  func `a viewer knows what the hub knows, whatever happens meanwhile`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var hub = Pasts()
    var streams: [(instance: String, records: ArraySlice<WireRecord>)] = []
    for (index, instance) in ["a", "b", "c"].enumerated() {
      let session = RandomSession(seed: seed &* 7 &+ UInt64(index), commits: 700, hasGaps: true)
      streams.append((instance, session.recordsWithRuns[...]))
      _ = hub.connect(WireRecord.Hello(instance, "App", pid: index, can: []))
    }
    var backlog: Backlog?
    var viewer = Receiver()
    func advance(_ index: Int, by count: Int) {
      for record in streams[index].records.prefix(count) {
        _ = hub.take(record, of: streams[index].instance)
        if let backlog, !backlog.has(streams[index].instance) {
          viewer.take(record, of: streams[index].instance)
        }
      }
      streams[index].records = streams[index].records.dropFirst(count)
    }
    for index in streams.indices { advance(index, by: 900) }
    hub.disconnect("b", isOrderly: true)
    backlog = Backlog(hub)
    while true {
      guard let part = backlog?.next(hub) else { break }
      for record in part.records { viewer.take(record, of: part.instance) }
      advance(Bool.random(using: &random) ? 0 : 2, by: Int.random(in: 0...200, using: &random))
    }
    for index in [0, 2] { advance(index, by: .max) }
    for instance in ["a", "b", "c"] {
      let (expected, found) = (Self.summary(hub[instance]), Self.summary(viewer.pasts[instance]))
      #expect(found.count == expected.count)
      for (found, expected) in zip(found, expected) where found != expected {
        Issue.record("\(instance): \(found), and not \(expected)")
        break
      }
    }
    #expect(viewer.events.contains(.disconnected(label: "App#1", instance: "b", .goodbye)))
  }

  @Test func `what was let go meanwhile is dropped, and a state follows`() throws {
    var hub = Pasts(Pasts.Limits(commits: 1_000))
    hub.start("a", .state(0, ["n": 0]))
    for number in 1...900 { _ = hub.take(.counting(number), of: "a") }
    var backlog = Backlog(hub)
    var viewer = Receiver()
    let next = backlog.next(hub)
    let first = try #require(next)
    for record in first.records { viewer.take(record, of: "a") }
    let last = try #require(viewer.pasts["a"]?.history.lastNumber)
    #expect(last < 900)
    for number in 901...5_000 { _ = hub.take(.counting(number), of: "a") }
    while let part = backlog.next(hub) {
      for record in part.records { viewer.take(record, of: "a") }
    }
    let history = try #require(viewer.pasts["a"]?.history)
    let held = try #require(hub["a"]?.history.numbers?.lowerBound)
    #expect(history.gap(at: held - 1) == .init(numbers: (last + 1)...held, reason: .viewer))
    #expect(history.lastState == ["n": 5_000] && history.commit(5_000) != nil)
  }

  /// A hub, a program that it watches, and a viewer that takes what the hub holds.
  private struct Bench {
    let hub: TurnedHub
    let program: WireProgram
    let viewer: Viewer

    /// Returns when the viewer has what the program sent.
    init(pending: Int = 16 << 20, _ records: [WireRecord]) throws {
      hub = try TurnedHub(pending: pending, pasts: Pasts(Pasts.Limits(commits: 1_000)))
      program = try hub.program("One", records)
      viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, takesBacklog: true)
      try turn { _ in viewer.isLive }
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
  }

  @Test func `a viewer receives the past before it connected, and what follows`() throws {
    let bench = try Bench([.state(0, ["n": 0])] + (1...1_500).map { .counting($0) })
    #expect(bench.history.numbers?.upperBound == 1_500 && bench.history.isShortened)
    #expect(bench.history.state(after: 700)?.tree == ["n": 700])
    let diagnostic = WireRecord.Diagnostic(number: 1, id: "twice", time: 5, cause: "It is.")
    let reads = WireRecord.reads(SampleReads.record(1_501))
    try bench.program.send(.counting(1_501), reads, .diagnostic(diagnostic))
    var shown: [HubEvent] = []
    try bench.turn { events in
      shown += events
      return shown.contains { $0.content == .diagnostic(diagnostic) }
    }
    #expect(shown.contains { $0.content == reads })
    #expect(bench.history.state(after: 1_501)?.tree == ["n": 1_501])
    #expect(bench.history.gap(at: 1_501) == nil)
  }

  @Test func `commits that a viewer read too slowly are dropped, and a state follows`() throws {
    func long(_ number: Int) -> WireRecord {
      .setting(number, "n", .string("\(number)" + String(repeating: "x", count: 10_000)))
    }
    let bench = try Bench(pending: 20_000, [.state(0, ["n": ""])])
    // More than the system keeps for a connection.
    for number in 1...200 { try bench.hub.take(long(number), from: bench.program) }
    try bench.turn { _ in bench.history.lastNumber == 200 }
    #expect(bench.history.gaps.map(\.reason) == [.viewer])
    #expect(bench.history.lastState == bench.hub.hub.pasts["a"]?.history.lastState)
  }

  @Test func `a command to a program is refused while its past is on its way`() throws {
    let hub = try TurnedHub()
    let program = try hub.program("One", [.state(0, ["n": 0])] + (1...3_000).map { .counting($0) })
    let hello = WireRecord.Hello(role: .viewer, name: "V", processID: 1, capabilities: [.backlog])
    let viewer = try WireProgram(at: hub.socket, .hello(hello))
    try viewer.send(.snapshot(.init(request: 5)), to: "a")
    var received: [WireRecord] = []
    while received.last != .live(.init()) {
      let envelope = try hub.next(for: viewer, isLiveShown: true)
      received.append(envelope.record)
    }
    #expect(received.first?.type == "welcome")
    #expect(received.contains(.error(CommandRefusal.isBehind.description, reply: 5)))
    #expect(received.compactMap { $0.asCommit?.number } == Array(1...3_000))
    try viewer.send(.snapshot(.init(request: 6)), to: "a")
    #expect(try hub.next(for: viewer).record.reply == 6)
    withExtendedLifetime(program) {}
  }

  @Test func `a viewer of a hub without programs is told at once that it is live`() throws {
    for takesBacklog in [false, true] {
      let hub = try TurnedHub()
      let viewer = try Viewer(
        to: hub.socket.endpoint,
        longestRecord: 1 << 20,
        takesBacklog: takesBacklog
      )
      try awaiting("what comes") {
        while !viewer.isLive {
          _ = try hub.hub.turn(atMost: .milliseconds(1))
          _ = try viewer.turn(atMost: .milliseconds(1))
        }
      }
    }
  }
}
