import TestSupport
import Testing

@testable import Sluice

/// Every course of events up to a length, against what each policy promises.
@Suite(.inTurn, .unsanitized)
struct OverlapPolicyTests {
  enum Input: CaseIterable {
    case arrive
    case endOldest
    case endNewest
    case cancelOldest
    case cancelAll
  }

  /// A policy, and what a store would have made of its answers.
  struct Course {
    var policy: OverlapPolicy
    var arrivals = 0
    var running: [Int] = []
    var started: [Int] = []
    var dropped: [Int] = []
    var cancelled: [Int] = []
    var ended: [Int] = []

    init(_ overlap: Overlap) { policy = OverlapPolicy(overlap) }

    mutating func take(_ input: Input) throws {
      switch input {
      case .arrive:
        arrivals += 1
        try obey(policy.arrived(arrivals))
      case .endOldest:
        if let first = running.first { try end(first) }
      case .endNewest:
        if let last = running.last { try end(last) }
      case .cancelOldest:
        let oldest = (running + Array(policy.waiting)).min()
        try obey(policy.cancel { $0 == oldest })
      case .cancelAll:
        try obey(policy.cancel { _ in true })
        try #require(running.isEmpty && policy.isIdle)
      }
    }

    private mutating func end(_ id: Int) throws {
      running.removeAll { $0 == id }
      ended.append(id)
      try obey(policy.ended(id))
    }

    private mutating func obey(_ steps: [OverlapPolicy.Step]) throws {
      for step in steps {
        switch step {
        case .start(let id):
          try #require(!started.contains(id) && !dropped.contains(id))
          started.append(id)
          running.append(id)
        case .cancel(let id):
          try #require(running.contains(id))
          running.removeAll { $0 == id }
          cancelled.append(id)
        case .drop(let id):
          try #require(!started.contains(id) && !dropped.contains(id))
          dropped.append(id)
        }
      }
    }

    /// What holds for every policy, at any time.
    func check() throws {
      try #require(policy.running == running)
      try #require(running.count <= policy.overlap.limit)
      try #require(started == started.sorted(), "runs start in the order of their actions")
      let known = Set(started + dropped + Array(policy.waiting))
      try #require(known == Set(1...max(1, arrivals)) || arrivals == 0, "no arrival is forgotten")
      if !policy.waiting.isEmpty {
        try #require(running.count == policy.overlap.limit, "nothing waits while there is room")
      }
    }
  }

  @Test(arguments: [
    Overlap.concurrent, .concurrent(atMost: 2), .latest, .first, .serial,
  ])
  func `no course of up to six events breaks a promise`(_ overlap: Overlap) throws {
    var courses = 0
    func extend(_ course: Course, _ length: Int) throws {
      courses += 1
      if length == 6 { return }
      for input in Input.allCases {
        var next = course
        try next.take(input)
        try next.check()
        try check(next, after: input, overlap)
        try extend(next, length + 1)
      }
    }
    try extend(Course(overlap), 0)
    #expect(courses == (0...6).reduce(0) { sum, n in sum + (0..<n).reduce(1) { p, _ in p * 5 } })
  }

  private func check(_ course: Course, after input: Input, _ overlap: Overlap) throws {
    guard input == .arrive else { return }
    switch overlap {
    case .concurrent, .latest:
      try #require(course.running.last == course.arrivals, "a new action runs at once")
    case .first:
      try #require(course.dropped.last == course.arrivals || course.running == [course.arrivals])
    default:
      try #require(course.dropped.allSatisfy { $0 < course.arrivals }, "no action is passed over")
    }
    if overlap == .latest { try #require(course.running == [course.arrivals]) }
  }

  @Test func `a run that is not known has no end`() {
    var policy = OverlapPolicy(.serial)
    #expect(policy.arrived(1) == [.start(1)])
    #expect(policy.ended(7) == [])
    #expect(policy.arrived(2) == [])
    #expect(policy.ended(1) == [.start(2)])
  }
}
