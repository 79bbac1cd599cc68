import Foundation
import Sluice
import TestSupport
import Testing

@testable import SluiceMonitor

/// Programs that end, or are killed, while they record.
@Suite(.inTurn, .serialized)
struct KilledRecordingTests {
  @Test func `even a program that ends at once leaves a file`() async throws {
    let recorded = Recorded()
    await #expect(processExitsWith: .success) { [path = recorded.path as String] in
      let store = makeStore()
      store.register(interceptor: ExplorerInterceptor(endpoint: "file:\(path)"))
      store.countUp(10)
      _exit(0)
    }
    #expect(FileManager.default.fileExists(atPath: recorded.path))
  }

  /// Kills a program that records at random moments; its next start begins with what it did.
  private func expectToSurvive(kills: Int) async throws {
    var random = SplitMix64(seed: 25)
    for _ in 0..<kills {
      let recorded = Recorded()
      let delay = Int.random(in: 0...20_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = recorded.path as String, delay = delay as Int] in
        let store = makeStore()
        store.register(interceptor: ExplorerInterceptor(endpoint: "file:\(path)"))
        Thread.detachNewThread {
          usleep(UInt32(delay))
          kill(getpid(), SIGKILL)
        }
        while true {
          store.countUp()
          store.note("\(store.state.count)")
        }
      }
      do {
        let state = try ExplorerRecording(at: recorded.path).lastState(Counter.self)
        // Each note has the count at which it was made.
        #expect(state.log == (0..<state.log.count).map { "\($0 + 1)" })
        #expect(state.count - state.log.count <= 1)
      } catch let error as ExplorerRecordingError {
        // Killed before the first state was written.
        #expect(error.description.hasSuffix("holds no state."))
      }
    }
  }

  @Test func `a program that is killed leaves a file from which the next one starts`() async throws
  {
    try await expectToSurvive(kills: 5)
  }

  @Test(.nightly) func `recordings survive five hundred kills`() async throws {
    try await expectToSurvive(kills: 500)
  }
}
