import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn, .unsanitized)
struct FeedbackPolicyTests {
  @Test func `any four requests or fewer over three keys keep one run for each key`() throws {
    let requests = (0..<8).map { bits in (0..<3).filter { bits >> $0 & 1 == 1 } }
    for course in 0..<(8 * 8 * 8 * 8) {
      var policy = FeedbackPolicy<Int>(.atOnce)
      var alive: [Int: Int] = [:]
      for index in 0..<4 {
        let requested = requests[course >> (3 * index) & 7]
        let step = policy.reconcile(requested + requested)
        let left = alive.filter { requested.contains($0.key) }
        try #require(Set(step.ended) == Set(alive.values).subtracting(left.values))
        alive = left
        for (run, key) in step.started { try #require(alive.updateValue(run, forKey: key) == nil) }
        try #require(Set(alive.keys) == Set(requested))
      }
    }
  }

  @Test func `a run that may go on ends when another one starts`() {
    var policy = FeedbackPolicy<Int>(.whenReplaced)
    #expect(policy.reconcile([1]).started.map(\.run) == [1])
    #expect(policy.reconcile([]).ended == [])
    #expect(policy.reconcile([]).ended == [])
    let step = policy.reconcile([1])
    #expect(step.ended == [1])
    #expect(step.started.map(\.run) == [2])
  }
}
