import Sluice
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recording in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct RecordingFaultTests {
  /// What a recorded store reported of its recording.
  private final class Reports: Sendable {
    private let troubles = Guarded<[RecordingTrouble]>([])

    func add(_ diagnostic: StoreDiagnostic) {
      guard case .recording(_, let trouble) = diagnostic else { return }
      troubles.withLock { $0.append(trouble) }
    }

    var all: [RecordingTrouble] { troubles.withLock { $0 } }
  }

  /// A world whose pauses are short.
  static func world(_ system: FaultySystem) -> World {
    var world = World(system.calls)
    world.threads.pause = { ServiceThread.pause($0 / 100) }
    return world
  }

  @Test func `a recording reports any failing call once, continues, and loses nothing`() throws {
    let failures = try FaultySystem.forEachFault(of: [.open, .write, .poll]) { system, fault in
      let recorded = Recorded()
      let interceptor = try LinkInterceptor(
        to: .file(path: recorded.path),
        in: Self.world(system)
      )
      let link = interceptor.link
      let reports = Reports()
      var expected = Counter()
      var hadFailed = false
      do {
        let store = makeStore()
        store.onDiagnostic = { reports.add($0) }
        store.register(interceptor: interceptor)
        for number in 1...3 {
          store.dispatch(action: Note(text: "\(number)"))
          try wait(for: "commit \(number), or that \(fault)") {
            system.hasFailed || link.lock.withLock { link.sent.commit == number }
          }
        }
        if system.hasFailed, fault.isLasting {
          try wait(for: "the report, after \(fault)") { !reports.all.isEmpty }
          #expect(link.status.trouble != nil, "\(fault)")
        }
        system.mend()
        store.dispatch(action: Note(text: "4"))
        #expect(link.flush(timeout: patience) == 0, "\(fault)")
        try wait(for: "the end of the trouble, after \(fault)") { link.status.trouble == nil }
        hadFailed = system.hasFailed
        expected = store.state
      }
      let records = try recorded.recordsToTheEnd()
      var replica = Replica()
      try replica.apply(records)
      #expect(replica.received == 4 && replica.dropped == 0, "\(fault): \(records)")
      #expect(try replica.tree == tree(expected), "\(fault)")
      // What is tried again at once is not worth a word.
      let isTriedAgain = !fault.isLasting && (fault.code == EINTR || fault.call != .write)
      let count = hadFailed && !isTriedAgain ? 1 : 0
      #expect(reports.all.count == count, "\(fault): \(reports.all)")
      for trouble in reports.all {
        guard case .notWritten = trouble else {
          Issue.record("\(fault): \(trouble)")
          continue
        }
      }
    }
    // Each call was reached.
    #expect(failures > 20)
  }
}
