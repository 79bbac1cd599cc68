import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a hub holds, fetched by viewers over real sockets.
@Suite(.inTurn)
struct FetchedPastTests {
  static func changing(_ number: Int) -> WireRecord {
    .commit(number, .set(["a"], old: .integer(Int64(number - 1)), new: .integer(Int64(number))))
  }

  private static func commit(
    _ numbers: ClosedRange<Int>,
    from program: WireProgram,
    to hub: TurnedHub
  ) throws {
    for start in stride(from: numbers.lowerBound, through: numbers.upperBound, by: 100) {
      let last = min(start + 99, numbers.upperBound)
      try program.send(bytes: (start...last).flatMap { changing($0).line() })
      try hub.turn { $0 == .record(label: "One", instance: "a", changing(last)) }
    }
  }

  /// Turns hub and viewer until a condition holds.
  private static func turn(
    _ hub: TurnedHub,
    _ viewer: Viewer,
    until isDone: (Viewer) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if isDone(viewer) { return }
      _ = try hub.hub.turn(atMost: .milliseconds(1))
      _ = try viewer.turn(atMost: .milliseconds(1))
    }
    throw ExplorerProcess.Failure(description: "It did not happen.")
  }

  static func makeHub(commits: Int = 1_000) throws -> TurnedHub {
    try TurnedHub(pasts: Pasts(Pasts.Limits(commits: commits)))
  }

  @Test func `a viewer receives the past before it connected, and what follows`() throws {
    let hub = try Self.makeHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]))
    try Self.commit(1...1_500, from: program, to: hub)

    let viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
    try Self.turn(hub, viewer) { $0.isUpToDate }
    #expect(viewer.history.numbers?.upperBound == 1_500)
    #expect(viewer.history.state(after: 700)?.tree == ["a": 700])
    #expect(viewer.history.commit(500)?.number == 500)

    try program.send(Self.changing(1_501))
    try Self.turn(hub, viewer) { $0.history.lastNumber == 1_501 }
    #expect(viewer.history.state(after: 1_501)?.tree == ["a": 1_501])
    #expect(viewer.history.gap(at: 1_501) == nil)
  }

  @Test func `what a hub no longer holds is missing, and the history says so`() throws {
    let hub = try Self.makeHub(commits: 100)
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]))
    try Self.commit(1...500, from: program, to: hub)
    let viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
    try Self.turn(hub, viewer) { $0.isUpToDate }
    let numbers = try #require(viewer.history.numbers)
    #expect(viewer.history.isShortened)
    #expect((300...400).contains(numbers.lowerBound))
    #expect(viewer.history.state(after: numbers.lowerBound)?.isExact == true)
  }

  /// Turns hub and viewer until a command is answered.
  private static func send(
    _ command: WireRecord,
    _ hub: TurnedHub,
    _ viewer: Viewer
  ) throws {
    let request = try viewer.send(command, to: "a")
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      _ = try hub.hub.turn(atMost: .milliseconds(1))
      let events = try viewer.turn(atMost: .milliseconds(1))
      if events.contains(where: { $0.reply == request }) { return }
    }
    throw ExplorerProcess.Failure(description: "There was no answer.")
  }

  @Test func `what happens during a pause is requested again`() throws {
    let hub = try Self.makeHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]), Self.changing(1))
    try hub.turn { $0 == .record(label: "One", instance: "a", Self.changing(1)) }
    let viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
    try Self.turn(hub, viewer) { $0.isUpToDate }

    try Self.send(.pause(.init(request: 0)), hub, viewer)
    for number in 2...40 { try program.send(Self.changing(number)) }
    try hub.turn { $0 == .record(label: "One", instance: "a", Self.changing(40)) }
    #expect(viewer.history.lastNumber == 1)
    _ = try viewer.send(.resume(.init(request: 0)), to: "a")
    try Self.turn(hub, viewer) { $0.history.lastNumber == 40 && $0.isUpToDate }
    #expect((2...40).allSatisfy { viewer.history.gap(at: $0) == nil })
    #expect(viewer.history.state(after: 20)?.tree == ["a": 20])
  }

  private static func effect(_ event: WireRecord.Effect.Event, at time: Int64) -> WireRecord {
    .effect(.init(event: event, effect: "e", run: 1, commit: 1, time: time))
  }

  @Test func `an effect that ends during a pause has ended`() throws {
    let hub = try Self.makeHub()
    let program = try hub.program()
    let start = Self.effect(.started, at: 1)
    try program.send(.hello("One"), .state(0, ["a": 0]), Self.changing(1), start)
    try hub.turn { $0 == .record(label: "One", instance: "a", start) }
    let viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
    try Self.turn(hub, viewer) { $0.isUpToDate }
    #expect(viewer.history.run(1) != nil)

    try Self.send(.pause(.init(request: 0)), hub, viewer)
    try Self.turn(hub, viewer) { $0.isUpToDate }
    let end = Self.effect(.ended, at: 2)
    try program.send(end)
    try hub.turn { $0 == .record(label: "One", instance: "a", end) }
    #expect(viewer.history.run(1)?.end == nil)
    _ = try viewer.send(.resume(.init(request: 0)), to: "a")
    try Self.turn(hub, viewer) { $0.history.run(1)?.end == .ended && $0.isUpToDate }
    #expect(viewer.history.lastNumber == 1)
  }

  /// A commit that fills what waits for a viewer soon.
  private static func long(_ number: Int) -> WireRecord {
    .commit(number, .set(["a"], old: nil, new: .string("\(number)" + longText)))
  }

  private static let longText = String(repeating: "x", count: 10_000)

  @Test(arguments: [false, true])
  func `commits that a viewer read too slowly are requested again`(isPaused: Bool) throws {
    let hub = try TurnedHub(pending: 20_000)
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": ""]))
    try hub.turn { $0 == .record(label: "One", instance: "a", .state(0, ["a": ""])) }
    let viewer = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
    try Self.turn(hub, viewer) { $0.isUpToDate }

    // More than the system keeps for a connection.
    for number in 1...100 {
      try program.send(Self.long(number))
      try hub.turn { $0.number == number }
    }
    // The gap has two reasons.
    try program.send(.dropped(101, 102, .room), .state(102, ["a": ""]), Self.long(103))
    try hub.turn { $0.number == 103 }
    if isPaused { _ = try viewer.send(.pause(.init(request: 0)), to: "a") }
    try program.send(Self.long(104))
    try hub.turn { $0.number == 104 }
    if isPaused { _ = try viewer.send(.resume(.init(request: 0)), to: "a") }
    try Self.turn(hub, viewer) { $0.history.lastNumber == 104 && $0.isUpToDate }
    #expect(viewer.history.gaps == [History.Gap(numbers: 101...102, reason: .room)])
    #expect(viewer.history.state(after: 100)?.tree == ["a": .string("100" + Self.longText)])
    #expect(viewer.history.state(after: 104)?.tree == ["a": .string("104" + Self.longText)])
  }

  @Test func `a program that has ended is in the list, and its past is held`() throws {
    let hub = try Self.makeHub()
    var program: WireProgram? = try hub.program()
    try program?.send(.hello("One"), .state(0, ["a": 0]), Self.changing(1), .bye(.init()))
    try hub.turn { $0 == .record(label: "One", instance: "a", .bye(.init())) }
    program = nil
    try hub.turn { $0 == .disconnected(label: "One", instance: "a", .goodbye) }
    let other = try hub.program()
    try other.send(.hello("Two", instance: "b"), .state(7, 1))
    try hub.turn { $0 == .record(label: "Two", instance: "b", .state(7, 1)) }

    let viewer = try hub.viewer()
    for _ in 0..<2 { _ = try hub.next(for: viewer) }
    try viewer.send(bytes: WireRecord.history(.init(request: 3)).line())
    var listed: [WireRecord.Hello] = []
    while case .hello(let hello) = try hub.next(for: viewer).record { listed.append(hello) }
    #expect(listed.map(\.instance) == ["a", "b"])
    #expect(listed.map(\.lastCommit) == [1, 7])
    #expect(listed.map(\.reply) == [3, 3])

    let second = try Viewer(to: hub.socket.endpoint, longestRecord: 1 << 20, isFetching: true)
    try Self.turn(hub, second) { $0.isUpToDate }
    #expect(second.history.state(after: 1)?.tree == ["a": 1])
  }

  @Test func `pages are fetched one at a time, with commits between them`() throws {
    let hub = try Self.makeHub(commits: 5_000)
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]))
    try Self.commit(1...3_000, from: program, to: hub)
    let viewer = try hub.viewer()
    for _ in 0..<2 { _ = try hub.next(for: viewer) }
    for request in 1...20 {
      try viewer.send(.history(.init(request: request, after: 100 * request, limit: 10)), to: "a")
    }
    try program.send(Self.changing(3_001))
    var answers: [Int: [Int]] = [:]
    var refused: [Int] = []
    var live: [Int] = []
    var pages = 0
    var pagesBefore: Int?
    while pages + refused.count < 20 || live.isEmpty {
      let record = try hub.next(for: viewer).record
      switch record {
      case .page(let page):
        pages += 1
        #expect(page.hasMore)
        #expect(page.last == 100 * page.reply + 10)
      case .commit(let commit):
        if let reply = commit.reply {
          answers[reply, default: []].append(commit.number)
        } else {
          live.append(commit.number)
          pagesBefore = pages
        }
      case .error(let failure): refused.append(failure.reply ?? 0)
      default: Issue.record("\(record) came.")
      }
    }
    // Those beyond what is kept waiting are refused at once.
    #expect(refused == [17, 18, 19, 20])
    #expect(live == [3_001])
    // It did not wait for all of them.
    #expect(try #require(pagesBefore) < 16)
    for (request, numbers) in answers {
      #expect(numbers == Array((100 * request + 1)...(100 * request + 10)))
    }
  }
}

extension Viewer {
  /// What is known of the program that tests are about.
  fileprivate var history: History { pasts["a"]?.history ?? History() }
}

extension HubEvent {
  fileprivate var reply: Int? {
    if case .record(_, _, let record) = self { record.reply } else { nil }
  }

  /// The number of a commit.
  fileprivate var number: Int? {
    if case .record(_, _, .commit(let commit)) = self { commit.number } else { nil }
  }
}
