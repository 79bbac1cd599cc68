import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Every course of events up to a length, on a clock of whole seconds: timing before overlap.
@Suite(.inTurn, .unsanitized)
struct LanePolicyTests {
  enum Input {
    case arrive
    /// A second passes; a timer that is due fires.
    case tick
    /// A timer fires that was replaced long ago.
    case fireStale
    case endOldest
    case endNewest
    case cancelOldest
    case cancelAll
  }

  /// A policy, and what a store would have made of its answers.
  struct Course {
    var policy: LanePolicy
    var now = 0
    /// The times of arrivals, whose numbers begin with 1.
    var arrivals: [Int] = []
    var started: [(id: Int, time: Int)] = []
    var running: [Int] = []
    var dropped: Set<Int> = []
    /// What was dropped, cancelled or has ended.
    var over: Set<Int> = []
    var timer: (number: Int, due: Int)?
    /// The events so far, for the message.
    var inputs: [Input] = []

    var isCancelled: Bool { inputs.contains { $0 == .cancelAll || $0 == .cancelOldest } }

    mutating func take(_ input: Input) throws {
      inputs.append(input)
      switch input {
      case .arrive:
        arrivals.append(now)
        try obey(policy.arrived(arrivals.count, at: .seconds(now)))
      case .tick:
        now += 1
        guard let timer, timer.due == now else { return }
        self.timer = nil
        try obey(policy.fired(timer.number))
      case .fireStale:
        let steps = policy.fired(timer.map { $0.number - 1 } ?? 0)
        try require(steps == [])
      case .endOldest: if let oldest = running.first { try end(oldest) }
      case .endNewest: if let newest = running.last { try end(newest) }
      case .cancelOldest:
        let oldest = arrivals.indices.map { $0 + 1 }.first { !over.contains($0) }
        try obey(policy.cancel { $0 == oldest })
        if let oldest { try require(over.contains(oldest)) }
      case .cancelAll:
        try obey(policy.cancel { _ in true })
        try require(over.count == arrivals.count && policy.overlap.isIdle)
      }
    }

    private mutating func end(_ id: Int) throws {
      running.removeAll { $0 == id }
      over.insert(id)
      try obey(policy.ended(id))
    }

    private mutating func obey(_ steps: [LanePolicy.Step]) throws {
      for step in steps {
        switch step {
        case .start(let id):
          try require(!over.contains(id) && started.last.map { $0.id < id } ?? true)
          started.append((id, now))
          running.append(id)
        case .cancel(let id):
          try require(running.contains(id))
          running.removeAll { $0 == id }
          over.insert(id)
        case .drop(let id):
          try require(!started.contains { $0.id == id } && over.insert(id).inserted)
          dropped.insert(id)
        case .schedule(let number, let delay):
          timer = (number, now + Int(delay.components.seconds))
        case .unschedule: timer = nil
        }
      }
    }

    /// Cheaper than `#require`, which takes most of the time of half a million checks.
    func require(_ holds: Bool, line: Int = #line) throws {
      if !holds { throw Broken(line: line, course: self) }
    }

    /// What holds for every policy, at any time.
    func check() throws {
      let (timing, overlap) = (policy.timing, policy.overlap)
      try require(overlap.running == running && running.count <= overlap.overlap.limit)
      // Nothing waits while there is room, nor for time without a timer.
      try require(overlap.waiting.isEmpty || running.count == overlap.overlap.limit)
      try require(timing.timer == timer?.number && (timing.waiting == nil || timer != nil))
      let waiting = timing.waiting.map { [$0] } ?? []
      let alive = Set(running + overlap.waiting + waiting)
      try require(alive.isDisjoint(with: over))
      // None is forgotten: together they are 1 to the number of arrivals.
      try require(alive.count + over.count == arrivals.count)
      try require(alive.union(over).allSatisfy { (1...arrivals.count).contains($0) })
      // A run that isn't known has no end.
      var same = policy
      try require(same.ended(arrivals.count + 1) == [] && same == policy)
    }

    /// What an overlap does with an action that arrives, which no timing holds up.
    func checkArrival() throws {
      let arrived = arrivals.count
      switch policy.overlap.overlap {
      case .latest: try require(running == [arrived])
      case .concurrent: try require(running.last == arrived)
      case .first: try require(dropped.contains(arrived) || running == [arrived])
      default: try require(dropped.allSatisfy { $0 < arrived })
      }
    }
  }

  /// A course that broke the rule at a line of this file.
  struct Broken: Error {
    let line: Int
    let course: Course
  }

  private func extend(
    _ rule: TimingPolicy.Rule,
    _ overlap: Overlap,
    by inputs: [Input],
    upTo length: Int,
    check: (Course) throws -> Void = { _ in }
  ) throws {
    let start = Course(policy: LanePolicy(rule, overlap))
    try everySequence(of: inputs, upTo: length, from: start) { course, input in
      try course.take(input)
      try course.check()
      try check(course)
      return true
    }
  }

  private static let overlaps: [Overlap] = [
    .concurrent, .concurrent(atMost: 2), .latest, .first, .serial,
  ]

  @Test(
    arguments: [
      .debounce(.seconds(1)), .debounce(.seconds(2), atMost: .seconds(3)),
      .throttle(.seconds(1), .leading),
      .throttle(.seconds(1), .trailing), .throttle(.seconds(1), .both),
    ] as [TimingPolicy.Rule],
    overlaps
  )
  func `no course of up to five events loses an action or runs one twice`(
    _ rule: TimingPolicy.Rule,
    _ overlap: Overlap
  ) throws {
    let inputs: [Input] = [.arrive, .tick, .endOldest, .cancelOldest, .cancelAll]
    try extend(rule, overlap, by: inputs, upTo: 5)
  }

  @Test(arguments: overlaps)
  func `without timing, an overlap decides at once`(_ overlap: Overlap) throws {
    let inputs: [Input] = [.arrive, .endOldest, .endNewest, .cancelOldest, .cancelAll]
    try extend(.none, overlap, by: inputs, upTo: volume(5, nightly: 6)) { course in
      try course.require(course.timer == nil)
      if course.inputs.last == .arrive { try course.checkArrival() }
    }
  }

  private let timed: [Input] = [.arrive, .tick, .cancelAll, .fireStale]

  @Test func `a debounce passes exactly what two quiet seconds follow`() throws {
    try extend(.debounce(.seconds(2)), .concurrent, by: timed, upTo: 7) { course in
      for (id, time) in course.started {
        try course.require(time == course.arrivals[id - 1] + 2)
        try course.require(course.arrivals[id...].allSatisfy { $0 >= time })
      }
      for id in course.dropped where !course.isCancelled {
        try course.require(id < course.arrivals.count)
        try course.require(course.arrivals[id] <= course.arrivals[id - 1] + 2)
      }
    }
  }

  @Test func `a debounce with a longest wait passes the latest action of a burst in time`() throws {
    let rule = TimingPolicy.Rule.debounce(.seconds(2), atMost: .seconds(3))
    try extend(rule, .concurrent, by: timed, upTo: 7) { course in
      var (now, arrived) = (0, 0)
      var burst: (first: Int, last: Int)?
      var expected: [(id: Int, time: Int)] = []
      for input in course.inputs {
        switch input {
        case .arrive:
          arrived += 1
          burst = (burst?.first ?? now, now)
        case .tick:
          now += 1
          guard let (first, last) = burst, now == last + 2 || now == first + 3 else { continue }
          expected.append((arrived, now))
          burst = nil
        default: if input == .cancelAll { burst = nil }
        }
      }
      try course.require(course.started.elementsEqual(expected) { $0 == $1 })
    }
  }

  @Test func `a debounce's last timer isn't replaced by actions that come faster than it fires`() {
    var policy = TimingPolicy(.debounce(.seconds(2), atMost: .seconds(3)))
    #expect(policy.arrived(1, at: .seconds(10)) == [.schedule(timer: 1, after: .seconds(2))])
    #expect(
      policy.arrived(2, at: .seconds(12)) == [.drop(1), .schedule(timer: 2, after: .seconds(1))]
    )
    #expect(policy.arrived(3, at: .seconds(12.5)) == [.drop(2)])
    #expect(policy.arrived(4, at: .seconds(14)) == [.drop(3)])
    #expect(policy.fired(2) == [.start(4)])
    #expect(policy.arrived(5, at: .seconds(14)) == [.schedule(timer: 3, after: .seconds(2))])
    // Late: its timer should have fired already.
    #expect(policy.arrived(6, at: .seconds(18)) == [.drop(5), .schedule(timer: 4, after: .zero)])
  }

  @Test(arguments: [ThrottleEdges.leading, .trailing, .both], [true, false])
  func `a throttle passes one action in two seconds`(_ edges: ThrottleEdges, latest: Bool) throws {
    let rule = TimingPolicy.Rule.throttle(.seconds(2), edges, latest: latest)
    try extend(rule, .concurrent, by: timed, upTo: volume(6, nightly: 7)) { course in
      let (waiting, started) = (course.policy.timing.waiting, course.started)
      for (one, two) in zip(started, started.dropFirst()) {
        try course.require(two.time - one.time >= 2)
      }
      let hasArrived = course.inputs.last == .arrive
      if hasArrived, course.arrivals.count == 1 {
        try course.require(started.count == (edges.contains(.leading) ? 1 : 0))
      }
      guard edges.contains(.trailing) else { return try course.require(waiting == nil) }
      // Of those that waited, the last one is kept, or the first.
      if latest, hasArrived, started.last?.id != course.arrivals.count {
        try course.require(waiting == course.arrivals.count)
      }
      for id in course.dropped where !latest && !course.isCancelled {
        let arrived = course.arrivals[id - 1]
        // One that came before it waits, or waited until after it came.
        let isKept =
          waiting.map { $0 < id } == true
          || started.contains { kept in
            kept.id < id && kept.time >= arrived && kept.time > course.arrivals[kept.id - 1]
          }
        try course.require(isKept)
      }
    }
  }
}
