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
    var events: [HubEvent] = []

    /// The last commit whose state is known.
    var last: Int {
      let records = events.compactMap(\.content)
      return records.map { $0.asState?.number ?? $0.asCommit?.number ?? -1 }.max() ?? -1
    }

    /// Commits that were neither sent nor reported as lost since the first state.
    func missing(through last: Int) -> [Int] {
      var first: Int?
      var numbers: Set<Int> = []
      for record in events.compactMap(\.content) {
        switch record {
        case .state(let state): first = first ?? state.number
        case .commit(let commit):
          numbers.formUnion(commit.number - commit.count + 1...commit.number)
        case .dropped(let gap): numbers.formUnion(gap.from...gap.to)
        default: break
        }
      }
      guard let first = first ?? numbers.min(), first < last else { return [] }
      return (first + 1...last).filter { !numbers.contains($0) }
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
    let list = WatchedList(at: socket, backlog: 200)
    var (hubReceived, viewerReceived) = (Received(), Received())
    func turn(until isDone: () -> Bool) throws {
      try awaiting("what hub and viewer tell after \(fault)") {
        repeat {
          hubReceived.events += try hub.turn(atMost: .milliseconds(2))
          viewerReceived.events += try viewer.turn(atMost: .milliseconds(2))
        } while !isDone()
      }
    }
    /// Whether both know of a commit, and the hub listens.
    func isUpToDate(_ number: Int) -> Bool {
      min(hubReceived.last, viewerReceived.last) >= number
        && FileManager.default.fileExists(atPath: socket.path)
    }
    for number in 1...3 {
      list.add("\(number)")
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
    list.add("4")
    try turn { isUpToDate(4) }
    for (name, received) in [("hub", hubReceived), ("viewer", viewerReceived)] {
      #expect(received.missing(through: 4) == [], "\(name), \(fault): \(received)")
      let problems = received.events.problems
      #expect(Set(problems).count == problems.count, "\(name), \(fault): \(problems)")
      if fault.isUnnoticed { #expect(problems == [], "\(name), \(fault)") }
    }
    let last = hub.pasts.all.last?.history.lastState
    #expect(last?[["items", 3, "title"]] == "4", "\(fault)")
    let problems = hubReceived.events.problems + viewerReceived.events.problems
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
