import Testing

@testable import SluiceOrders

/// How the choices of one order are made.
@Suite struct OrderStrategyTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the first task goes on until its priority changes`(seed: UInt64) {
    var priorities = Priorities(changes: [10], SeededGenerator(seed: seed))
    let chosen = (0..<40).map { _ in priorities.choose(among: [7, 8, 9], of: 3) }
    #expect(Set(chosen[..<9]).count == 1)
    #expect(Set(chosen[9...]).count == 1)
    #expect(chosen[8] != chosen[9])
  }

  @Test func `each task may be the first`() {
    let first = (1...20 as ClosedRange<UInt64>).map { seed in
      var priorities = Priorities(changes: [], SeededGenerator(seed: seed))
      return priorities.choose(among: [7, 8, 9], of: 3)
    }
    #expect(Set(first) == [0, 1, 2])
  }

  @Test func `a task that goes on alone for long is overtaken`() {
    var priorities = Priorities(changes: [], SeededGenerator(seed: 1))
    let chosen = (0..<65).map { _ in priorities.choose(among: [7, 8], of: 2) }
    #expect(Set(chosen[..<64]).count == 1)
    #expect(chosen[64] != chosen[0])
  }

  @Test func `an order differs from the usual one in the places that were drawn`() {
    var strategy = OrderStrategy.deviating(at: [2, 5], SeededGenerator(seed: 1))
    let chosen = (0..<8).map { strategy.choose(among: nil, of: 3, at: $0) }
    #expect(chosen.indices.filter { chosen[$0] != 0 } == [2, 5])
  }

  @Test func `random orders are few choices from the usual one, or few preemptions`() {
    let usual = Array(repeating: Choice(index: 0, count: 3), count: 100)
    var search = OrderSearch(usual: usual, steps: 100, limit: 101, seed: 1)
    var kinds = [0, 0]
    while let strategy = search.next() {
      switch strategy {
      case .following: Issue.record("There are too many orders to try them all.")
      case .deviating(let places, _):
        #expect((1...3).contains(places.count))
        kinds[0] += 1
      case .preempting: kinds[1] += 1
      }
    }
    #expect(kinds == [50, 50])
    #expect(!search.isComplete)
  }
}
