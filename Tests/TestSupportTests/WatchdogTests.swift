import Foundation
import TestSupport
import Testing

/// What a red run says.
@Suite(.inTurn) struct WatchdogTests {
  @Test func `a test that takes too long ends the process, and names what it waits for`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let watchdog = Watchdog(limit: .milliseconds(200))
      watchdog.end(watchdog.begin("something that ended"))
      _ = watchdog.begin("waits for a bus that never comes")
      // Until a signal comes.
      pause()
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("A test didn't end within 0.2 seconds. Under way were:"))
    #expect(said.contains("waits for a bus that never comes"))
    #expect(!said.contains("something that ended"))
  }

  @Test func `a seed makes its numbers, and another makes others`() {
    var (one, same, other) = (SplitMix64(seed: 1), SplitMix64(seed: 1), SplitMix64(seed: 2))
    let numbers = (0..<10).map { _ in one.next() }
    #expect(numbers == (0..<10).map { _ in same.next() })
    #expect(numbers != (0..<10).map { _ in other.next() })
  }

  @Test func `the command that repeats a test runs that one`() throws {
    let command = InTurn.command(for: try #require(Test.current))
    let seed = SplitMix64.baseSeed == 0 ? "" : "SLUICE_SEED=\(SplitMix64.baseSeed) "
    #expect(
      command == "\(seed)swift test --filter 'the command that repeats a test runs that one'"
    )
  }
}
