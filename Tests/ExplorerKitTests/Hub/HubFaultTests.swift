import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// A hub, and a viewer, in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct HubFaultTests {
  private struct Count: Encodable, Equatable, Sendable {
    var count = 0
  }

  private struct Add: EncodableAction {}

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
  private static func world(_ system: FaultySystem, isFast: Bool = true) -> World {
    var world = World(system.calls)
    world.threads.pause = { _ in usleep(100) }
    let start = ContinuousClock.now
    if isFast { world.clock.now = { start + start.duration(to: .now) * 50 } }
    return world
  }

  /// Makes something; after a failure that is thrown, again in a system that is mended.
  private static func make<Value>(
    _ system: FaultySystem,
    _ fault: FaultySystem.Fault,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
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
    let store = Store(
      initialState: Count(),
      reducers: [Reducer(ReduceOn(Add.self) { state, _ in state.count += 1 })]
    )
    let interceptor = ExplorerInterceptor<Count>(endpoint: "unix:\(socket.path)") {
      $0.backlog = 200
    }
    store.register(interceptor: interceptor)
    var (hubReceived, viewerReceived) = (Received(), Received())
    func turn(until isDone: () -> Bool) throws {
      try awaiting("what hub and viewer tell after \(fault)") {
        repeat {
          hubReceived.take(try hub.turn(atMost: .milliseconds(2)))
          viewerReceived.take(try viewer.turn(atMost: .milliseconds(2)))
        } while !isDone()
      }
    }
    for number in 1...3 {
      store.dispatch(action: Add())
      if number == 2, fault.call == .open {
        // The hub has to make both again.
        unsafe unlink(socket.path)
        unsafe unlink(socket.path + ".lock")
      }
      try turn {
        system.hasFailed
          || hubReceived.last >= number && viewerReceived.last >= number
            && FileManager.default.fileExists(atPath: socket.path)
      }
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
    store.dispatch(action: Add())
    try turn {
      hubReceived.last >= 4 && viewerReceived.last >= 4
        && FileManager.default.fileExists(atPath: socket.path)
    }
    for (name, received) in [("hub", hubReceived), ("viewer", viewerReceived)] {
      #expect(received.missing(through: 4) == [], "\(name), \(fault): \(received)")
      #expect(received.repeated == [], "\(name), \(fault): \(received.problems)")
      if fault.isUnnoticed { #expect(received.problems == [], "\(name), \(fault)") }
    }
    let past = hub.pasts.all.last
    #expect(past?.history.lastState == ["count": 4], "\(fault)")
    let problems = hubReceived.problems + viewerReceived.problems
    if fault.isLasting, system.hasFailed, !wasThrown, [EIO, EMFILE, ENOMEM].contains(fault.code) {
      #expect((1...4).contains(problems.count), "\(fault): \(problems)")
    }
  }

  @Test(arguments: [.open, .accept, .receive, .send, .poll] as [FaultySystem.Call])
  func `a hub reports any failing call once, continues, and accounts for each commit`(
    call: FaultySystem.Call
  ) throws {
    let failures = try FaultySystem.forEachFault(of: [call]) { system, fault in
      let socket = try TestSocket()
      let hub = try Self.make(system, fault) {
        try Hub(
          at: socket.endpoint,
          longestRecord: 1 << 20,
          helloTimeout: .seconds(500),
          world: Self.world(system)
        )
      }
      let viewer = try Watcher(at: socket.endpoint, longestRecord: 1 << 20)
      try expectToGoOn(system, fault, at: socket, hub, viewer)
    }
    #expect(failures > 3)
  }

  @Test(arguments: [.connect, .receive, .send, .poll] as [FaultySystem.Call])
  func `a viewer reports any failing call once, attaches again, and continues`(
    call: FaultySystem.Call
  ) throws {
    let failures = try FaultySystem.forEachFault(of: [call]) { system, fault in
      let socket = try TestSocket()
      let hub = try Hub(at: socket.endpoint, longestRecord: 1 << 20)
      let viewer = try Self.make(system, fault) {
        try Watcher(
          at: socket.endpoint,
          longestRecord: 1 << 20,
          helloTimeout: .seconds(500),
          world: Self.world(
            system,
            isFast: fault.isLasting && (fault.call == .connect || fault.code == EPIPE)
          )
        )
      }
      try expectToGoOn(system, fault, at: socket, hub, viewer)
    }
    #expect(failures > 3)
  }
}
