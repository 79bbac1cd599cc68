import Testing

@testable import Sluice

struct LanePolicyTests {
  @Test func `behind a debounce, the latest run goes on until the next action comes through`() {
    var policy = LanePolicy(.debounce(.seconds(1)), .latest)
    #expect(policy.arrived(1) == [.schedule(timer: 1, after: .seconds(1))])
    #expect(policy.fired(1) == [.start(1)])
    #expect(policy.arrived(2) == [.schedule(timer: 2, after: .seconds(1))])
    #expect(policy.arrived(3) == [.drop(2), .schedule(timer: 3, after: .seconds(1))])
    #expect(policy.fired(2) == [])
    #expect(policy.fired(3) == [.cancel(1), .start(3)])
  }

  @Test func `cancelling takes what waits for time, what waits for room, and what runs`() {
    var policy = LanePolicy(.throttle(.seconds(1), .both), .serial)
    #expect(policy.arrived(1) == [.start(1), .schedule(timer: 1, after: .seconds(1))])
    #expect(policy.arrived(2) == [])
    #expect(policy.fired(1) == [.schedule(timer: 2, after: .seconds(1))])
    #expect(policy.arrived(3) == [])
    #expect(policy.cancel { _ in true } == [.drop(3), .cancel(1), .drop(2)])
    #expect(!policy.isIdle)
    #expect(policy.fired(2) == [])
    #expect(policy.isIdle)
  }

  @Test func `what is left of a queue moves up when its head is cancelled`() {
    var policy = LanePolicy(.none, .concurrent(atMost: 2))
    for id in 1...4 { _ = policy.arrived(id) }
    #expect(policy.cancel { $0 <= 2 } == [.cancel(1), .cancel(2), .start(3), .start(4)])
    #expect(policy.ended(1) == [])
    #expect(policy.ended(3) == [])
    #expect(policy.ended(4) == [])
    #expect(policy.isIdle)
  }
}

struct BackoffTests {
  private func waits(_ backoff: Backoff) -> [Duration] {
    var generator = SystemRandomNumberGenerator()
    return (1...7).map { backoff.wait(afterAttempt: $0, using: &generator) }
  }

  @Test func `waits are fixed, or grow up to a limit`() {
    #expect(waits(.none) == Array(repeating: .zero, count: 7))
    #expect(waits(.fixed(.seconds(3))) == Array(repeating: .seconds(3), count: 7))
    #expect(
      waits(.exponential(from: .seconds(1))) == [1, 2, 4, 8, 16, 32, 60].map { .seconds($0) }
    )
    #expect(
      waits(.exponential(from: .seconds(2), factor: 3, upTo: .seconds(20)))
        == [2, 6, 18, 20, 20, 20, 20].map { .seconds($0) }
    )
  }

  @Test func `a growing wait never overflows`() {
    var generator = SystemRandomNumberGenerator()
    let backoff = Backoff.exponential(from: .seconds(1), factor: 10, upTo: .seconds(1_000_000_000))
    #expect(backoff.wait(afterAttempt: .max, using: &generator) == .seconds(1_000_000_000))
  }

  @Test func `jitter only shortens a wait, by its part at most`() {
    var generator = SystemRandomNumberGenerator()
    let backoff = Backoff.fixed(.seconds(10)).jitter(0.25)
    let waits = (1...1_000).map { backoff.wait(afterAttempt: $0, using: &generator) }
    #expect(waits.allSatisfy { $0 >= .seconds(7.5) && $0 <= .seconds(10) })
    #expect(Set(waits).count > 900)
  }
}
