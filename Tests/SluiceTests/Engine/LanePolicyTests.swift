import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn, .unsanitized)
struct LanePolicyTests {
  @Test func `behind a debounce, the latest run continues until the next action passes`() {
    var policy = LanePolicy(.debounce(.seconds(1)), .latest)
    #expect(policy.arrived(1) == [.schedule(timer: 1, after: .seconds(1))])
    #expect(policy.fired(1) == [.start(1)])
    #expect(policy.arrived(2) == [.schedule(timer: 2, after: .seconds(1))])
    #expect(policy.arrived(3) == [.drop(2), .schedule(timer: 3, after: .seconds(1))])
    #expect(policy.fired(2) == [])
    #expect(policy.fired(3) == [.cancel(1), .start(3)])
  }

  @Test func `cancelling removes what waits for time, what waits for room, and what runs`() {
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

  @Test func `the rest of a queue moves up when its head is cancelled`() {
    var policy = LanePolicy(.none, .concurrent(atMost: 2))
    for id in 1...4 { _ = policy.arrived(id) }
    #expect(policy.cancel { $0 <= 2 } == [.cancel(1), .cancel(2), .start(3), .start(4)])
    #expect(policy.ended(1) == [])
    #expect(policy.ended(3) == [])
    #expect(policy.ended(4) == [])
    #expect(policy.isIdle)
  }
}

/// Every course of events up to a length, for every rule of timing before every overlap.
@Suite(.inTurn, .unsanitized)
struct LaneCourseTests {
  enum Input: CaseIterable {
    case arrive
    case fire
    case endOldest
    case cancelOldest
    case cancelAll
  }

  struct Course {
    var policy: LanePolicy
    var arrivals = 0
    var timer: Int?
    var running: [Int] = []
    var over: Set<Int> = []
    /// The events so far, for the message.
    var inputs: [Input] = []

    mutating func take(_ input: Input) throws {
      inputs.append(input)
      switch input {
      case .arrive:
        arrivals += 1
        try obey(policy.arrived(arrivals))
      case .fire:
        if let timer = timer.take() { try obey(policy.fired(timer)) }
      case .endOldest:
        guard let oldest = running.first else { return }
        running.removeFirst()
        over.insert(oldest)
        try obey(policy.ended(oldest))
      case .cancelOldest:
        let oldest = (1...max(1, arrivals)).first { !over.contains($0) }
        try obey(policy.cancel { $0 == oldest })
        if let oldest, oldest <= arrivals { try require(over.contains(oldest)) }
      case .cancelAll:
        try obey(policy.cancel { _ in true })
        try require(over.count == arrivals && running.isEmpty)
      }
    }

    private mutating func obey(_ steps: [LanePolicy.Step]) throws {
      for step in steps {
        switch step {
        case .start(let id):
          try require(!over.contains(id) && !running.contains(id))
          running.append(id)
        case .cancel(let id):
          try require(running.contains(id))
          running.removeAll { $0 == id }
          over.insert(id)
        case .drop(let id):
          try require(!running.contains(id) && over.insert(id).inserted)
        case .schedule(let number, _): timer = number
        case .unschedule: timer = nil
        }
      }
    }

    /// Cheaper than `#require`, which takes most of the time of half a million checks.
    private func require(_ holds: Bool, line: Int = #line) throws {
      if !holds { throw Broken(line: line, course: self) }
    }

    func check(_ limit: Int) throws {
      try require(running.count <= limit)
      try require(policy.timing.timer == timer)
      let waiting = policy.timing.waiting.map { [$0] } ?? []
      let alive = Set(running + policy.overlap.waiting + waiting)
      try require(alive.isDisjoint(with: over))
      // None is forgotten: together they are 1 to the number of arrivals.
      try require(alive.count + over.count == arrivals)
      try require(alive.union(over).allSatisfy { (1...arrivals).contains($0) })
    }
  }

  /// A course that broke the rule at a line of this file.
  struct Broken: Error {
    let line: Int
    let course: Course
  }

  @Test(
    arguments: [
      .none, .debounce(.seconds(1)), .throttle(.seconds(1), .leading),
      .throttle(.seconds(1), .trailing), .throttle(.seconds(1), .both),
    ] as [TimingPolicy.Rule],
    [.concurrent, .concurrent(atMost: 2), .latest, .first, .serial] as [Overlap]
  )
  func `no course of up to six events loses an action or runs one twice`(
    _ rule: TimingPolicy.Rule,
    _ overlap: Overlap
  ) throws {
    func extend(_ course: Course, _ length: Int) throws {
      if length == 6 { return }
      for input in Input.allCases {
        var next = course
        try next.take(input)
        try next.check(overlap.limit)
        try extend(next, length + 1)
      }
    }
    try extend(Course(policy: LanePolicy(rule, overlap)), 0)
  }
}

@Suite(.inTurn)
struct BackoffTests {
  private func waits(_ backoff: Backoff) -> [Duration] {
    var generator = SplitMix64(seed: 1)
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
    var generator = SplitMix64(seed: 2)
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
