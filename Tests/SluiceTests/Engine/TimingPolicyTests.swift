import TestSupport
import Testing

@testable import Sluice

/// Every course of arrivals, timers and cancellations up to a length, on a clock of whole seconds.
@Suite(.inTurn, .unsanitized)
struct TimingPolicyTests {
  enum Input: CaseIterable {
    case arrive
    /// A second passes; a timer that is due fires.
    case tick
    case cancel
    /// A timer fires that was replaced long ago.
    case fireStale
  }

  struct Course {
    var policy: TimingPolicy
    var now = 0
    var arrivals: [(id: Int, time: Int)] = []
    var admitted: [(id: Int, time: Int)] = []
    var dropped: Set<Int> = []
    var timer: (number: Int, due: Int)?
    var cancelTimes: [Int] = []

    init(_ rule: TimingPolicy.Rule) { policy = TimingPolicy(rule) }

    mutating func take(_ input: Input) throws {
      switch input {
      case .arrive:
        arrivals.append((arrivals.count + 1, now))
        try obey(policy.arrived(arrivals.count))
      case .tick:
        now += 1
        if let timer, timer.due == now {
          self.timer = nil
          try obey(policy.fired(timer.number))
        }
      case .cancel:
        try obey(policy.cancel { _ in true })
        cancelTimes.append(now)
        try #require(policy.waiting == nil)
      case .fireStale:
        try #require(policy.fired(timer.map { $0.number - 1 } ?? 0) == [])
      }
    }

    private mutating func obey(_ steps: [TimingPolicy.Step]) throws {
      for step in steps {
        switch step {
        case .admit(let id): admitted.append((id, now))
        case .drop(let id): try #require(dropped.insert(id).inserted)
        case .schedule(let number, let delay):
          timer = (number, now + Int(delay.components.seconds))
        case .unschedule: timer = nil
        }
      }
    }

    func check() throws {
      let ids = admitted.map(\.id)
      try #require(ids == ids.sorted() && Set(ids).count == ids.count)
      try #require(Set(ids).isDisjoint(with: dropped), "what was dropped does not pass")
      let waiting = policy.waiting.map { [$0] } ?? []
      try #require(Set(ids).union(dropped).union(waiting) == Set(arrivals.map(\.id)))
      try #require((timer?.number) == policy.timer)
      if policy.waiting != nil { try #require(timer != nil, "what waits has a timer") }
    }
  }

  private func extend(
    _ course: Course,
    _ length: Int,
    _ check: (Course, Input) throws -> Void
  ) throws {
    if length == 7 { return }
    for input in Input.allCases {
      var next = course
      try next.take(input)
      try next.check()
      try check(next, input)
      try extend(next, length + 1, check)
    }
  }

  @Test func `a debounce passes exactly what two quiet seconds follow`() throws {
    try extend(Course(.debounce(.seconds(2))), 0) { course, _ in
      for (id, time) in course.admitted {
        let arrived = course.arrivals[id - 1].time
        try #require(time == arrived + 2)
        try #require(course.arrivals.allSatisfy { $0.id <= id || $0.time >= time })
      }
      for id in course.dropped where !course.cancelTimes.contains(where: { _ in true }) {
        let time = course.arrivals[id - 1].time
        try #require(course.arrivals.contains { $0.id == id + 1 && $0.time <= time + 2 })
      }
    }
  }

  @Test(arguments: [ThrottleEdges.leading, .trailing, .both], [true, false])
  func `a throttle passes one action in two seconds`(_ edges: ThrottleEdges, latest: Bool) throws {
    try extend(Course(.throttle(.seconds(2), edges, latest: latest)), 0) { course, input in
      for (one, two) in zip(course.admitted, course.admitted.dropFirst()) {
        try #require(two.time - one.time >= 2)
      }
      let isFirst = course.arrivals.count == 1 && input == .arrive
      if isFirst { try #require(course.admitted.count == (edges.contains(.leading) ? 1 : 0)) }
      if !edges.contains(.trailing) { try #require(course.policy.waiting == nil) }
      guard edges.contains(.trailing) else { return }
      if latest, input == .arrive, course.admitted.last?.id != course.arrivals.count {
        try #require(course.policy.waiting == course.arrivals.count, "the last one is kept")
      }
      if !latest, course.cancelTimes.isEmpty {
        for id in course.dropped {
          let arrived = course.arrivals[id - 1].time
          // One that came before it waits, or waited until after it came.
          let isKept =
            course.policy.waiting.map { $0 < id } == true
            || course.admitted.contains { kept in
              kept.id < id && kept.time >= arrived
                && kept.time > course.arrivals[kept.id - 1].time
            }
          try #require(isKept, "the first one is kept")
        }
      }
    }
  }

  @Test func `without a rule everything passes at once`() throws {
    try extend(Course(.none), 0) { course, _ in
      try #require(course.admitted.count == course.arrivals.count)
      try #require(course.timer == nil)
    }
  }
}
