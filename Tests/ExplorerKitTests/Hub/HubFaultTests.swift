import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// A hub, and a viewer, in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized) struct HubFaultTests {
  /// What a reader received of one program.
  private struct Received {
    /// The first commit after which the state was known.
    var first: Int?
    var last = -1
    /// The commits that were sent, or reported as lost.
    var numbers: Set<Int> = []
    var problems: [String] = []

    mutating func take(_ events: [HubEvent]) {
      for event in events {
        switch event {
        case .record(_, _, .state(let state)):
          first = first ?? state.number
          last = max(last, state.number)
        case .record(_, _, .commit(let commit)):
          numbers.formUnion(commit.number - commit.count + 1...commit.number)
          last = max(last, commit.number)
        case .record(_, _, .dropped(let gap)):
          numbers.formUnion(gap.from...gap.to)
        case .problem(_, let message):
          problems.append(message)
        default: break
        }
      }
    }

    /// Commits that were neither sent nor reported as lost.
    func missing(through last: Int) -> [Int] {
      guard let first = first ?? numbers.min(), first < last else { return [] }
      return (first + 1...last).filter { !numbers.contains($0) }
    }

    /// What was sent more than once.
    var repeated: [String] {
      Dictionary(grouping: problems, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    }
  }

  /// - Parameter isFast: Whether time passes fifty times as fast, so that nobody waits for its end.
  private static func world(_ system: FaultySystem, isFast: Bool) -> World {
    var world = World(system.calls)
    world.threads.pause = { _ in usleep(100) }
    let start = ContinuousClock.now
    if isFast { world.clock.now = { start + start.duration(to: .now) * 50 } }
    return world
  }

  /// Makes something; if that is what fails, again in a system that is mended.
  private static func make<Value>(
    _ system: FaultySystem,
    _ fault: FaultySystem.Fault,
    fails: Bool,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch  where fails {
      #expect(system.hasFailed && !fault.isUnnoticed, "\(fault): \(error)")
      system.mend()
      return try body()
    }
  }

  /// Lets a program commit, a hub and a viewer turn, and checks what both must know.
  private func expectToGoOn(
    _ system: FaultySystem,
    _ fault: FaultySystem.Fault,
    at socket: TestSocket,
    _ hub: Hub,
    _ viewer: Watcher
  ) throws {
    // What was thrown is reported by that.
    let wasThrown = system.isWhole
    let store = CountingStore(at: "unix:\(socket.path)")
    var (hubReceived, viewerReceived) = (Received(), Received())
    func turn(until isDone: () -> Bool) throws {
      try awaiting("what hub and viewer tell after \(fault)") {
        repeat {
          hubReceived.take(try hub.turn(atMost: .milliseconds(2)))
          viewerReceived.take(try viewer.turn(atMost: .milliseconds(2)))
        } while !isDone()
      }
    }
    /// Whether both know of a commit, and the hub listens.
    func isUpToDate(_ number: Int) -> Bool {
      min(hubReceived.last, viewerReceived.last) >= number
        && FileManager.default.fileExists(atPath: socket.path)
    }
    for number in 1...3 {
      store.add()
      if number == 2, fault.call == .open {
        // The hub has to make both again.
        unsafe unlink(socket.path)
        unsafe unlink(socket.path + ".lock")
      }
      try turn { system.hasFailed || isUpToDate(number) }
    }
    if system.hasFailed, fault.isLasting {
      // It fails again and again.
      var turns = 0
      try turn {
        turns += 1
        return turns == 8
      }
    }
    system.mend()
    store.add()
    try turn { isUpToDate(4) }
    for (name, received) in [("hub", hubReceived), ("viewer", viewerReceived)] {
      #expect(received.missing(through: 4) == [], "\(name), \(fault): \(received)")
      #expect(received.repeated == [], "\(name), \(fault): \(received.problems)")
      if fault.isUnnoticed { #expect(received.problems == [], "\(name), \(fault)") }
    }
    #expect(hub.pasts.all.last?.history.lastState == ["count": 4], "\(fault)")
    let problems = hubReceived.problems + viewerReceived.problems
    if fault.isLasting, system.hasFailed, !wasThrown, [EIO, EMFILE, ENOMEM].contains(fault.code) {
      #expect((1...4).contains(problems.count), "\(fault): \(problems)")
    }
  }

  /// The calls of each that fail.
  static let calls: [(isHub: Bool, call: FaultySystem.Call)] =
    [.open, .accept, .receive, .send, .poll].map { (true, $0) }
    + [.connect, .receive, .send, .poll].map { (false, $0) }

  @Test(arguments: calls)
  func `a hub or viewer reports any failing call once, goes on, and accounts for each commit`(
    isHub: Bool,
    call: FaultySystem.Call
  ) throws {
    let failures = try FaultySystem.forEachFault(of: [call]) { system, fault in
      let socket = try TestSocket()
      let isFast = isHub || fault.isLasting && (fault.call == .connect || fault.code == EPIPE)
      let world = Self.world(system, isFast: isFast)
      let hub = try Self.make(system, fault, fails: isHub) {
        try Hub(
          at: socket.endpoint,
          longestRecord: 1 << 20,
          helloTimeout: .seconds(isHub ? 500 : 5),
          world: isHub ? world : .system
        )
      }
      let viewer = try Self.make(system, fault, fails: !isHub) {
        try Watcher(
          at: socket.endpoint,
          longestRecord: 1 << 20,
          helloTimeout: .seconds(isHub ? 5 : 500),
          world: isHub ? .system : world
        )
      }
      try expectToGoOn(system, fault, at: socket, hub, viewer)
    }
    #expect(failures > 3)
  }
}
