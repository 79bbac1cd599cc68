import Foundation
import Sluice
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A recording in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct RecordingFaultTests {
  /// A world whose pauses are short.
  static func world(_ system: FaultySystem) -> World {
    var world = World(system.calls)
    world.threads.pause = { ServiceThread.pause($0 / 100) }
    return world
  }

  @Test func `a recording reports any failing call once, continues, and loses nothing`() throws {
    let failures = try FaultySystem.forEachFault(of: [.open, .write, .poll]) { system, fault in
      let file = Recorded()
      let interceptor = try LinkInterceptor(to: .file(path: file.path), in: Self.world(system))
      let link = interceptor.link
      let troubles: Troubles
      let expected: Counter
      let hadFailed: Bool
      do {
        let store = makeStore()
        troubles = Troubles(of: store, at: file.path)
        store.register(interceptor: interceptor)
        for number in 1...3 {
          store.note("\(number)")
          try wait(for: "commit \(number), or that \(fault)") {
            system.hasFailed || link.lock.withLock { link.sent.commit == number }
          }
        }
        if system.hasFailed, fault.isLasting {
          try wait(for: "the report, after \(fault)") { !troubles.all.isEmpty }
          #expect(link.status.trouble != nil, "\(fault)")
        }
        system.mend()
        store.note("4")
        #expect(link.flush(timeout: patience) == 0, "\(fault)")
        try wait(for: "the end of the trouble, after \(fault)") { link.status.trouble == nil }
        hadFailed = system.hasFailed
        expected = store.state
      }
      let records = try file.recordsToTheEnd()
      let replica = try Replica(records)
      #expect((replica.received, replica.dropped) == (4, 0), "\(fault): \(records)")
      #expect(try replica.tree == tree(expected), "\(fault)")
      // What is tried again at once is not worth a word.
      let isTriedAgain = !fault.isLasting && (fault.code == EINTR || fault.call != .write)
      let count = hadFailed && !isTriedAgain ? 1 : 0
      #expect(troubles.all.count == count, "\(fault): \(troubles.all)")
      let areAlike = troubles.all.allSatisfy { if case .notWritten = $0 { true } else { false } }
      #expect(areAlike, "\(fault): \(troubles.all)")
    }
    // Each call was reached.
    #expect(failures > 20)
  }
}
