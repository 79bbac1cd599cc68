import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn)
struct BackoffTests {
  private static let cases: [(backoff: Backoff, waits: [Int])] = [
    (.none, [0, 0, 0, 0, 0, 0, 0]),
    (.fixed(.seconds(3)), [3, 3, 3, 3, 3, 3, 3]),
    (.exponential(from: .seconds(1)), [1, 2, 4, 8, 16, 32, 60]),
    (.exponential(from: .seconds(2), factor: 3, upTo: .seconds(20)), [2, 6, 18, 20, 20, 20, 20]),
  ]

  @Test func `waits are fixed, or grow up to a limit, and never overflow`() {
    var generator = SplitMix64(seed: 1)
    for (backoff, waits) in Self.cases {
      let actual = (1...7).map { backoff.wait(afterAttempt: $0, using: &generator) }
      #expect(actual == waits.map { .seconds($0) }, "\(backoff)")
    }
    let backoff = Backoff.exponential(from: .seconds(1), factor: 10, upTo: .seconds(1_000_000_000))
    #expect(backoff.wait(afterAttempt: .max, using: &generator) == .seconds(1_000_000_000))
  }

  @Test func `jitter only shortens a wait, by its part at most`() {
    var generator = SplitMix64(seed: 3)
    let backoff = Backoff.fixed(.seconds(10)).jitter(0.25)
    let waits = (1...1_000).map { backoff.wait(afterAttempt: $0, using: &generator) }
    #expect(waits.allSatisfy { $0 >= .seconds(7.5) && $0 <= .seconds(10) })
    #expect(Set(waits).count > 900)
  }
}
