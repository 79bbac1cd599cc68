import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn) struct DequeTests {
  @Test func `what comes first goes first`() {
    var queue = Deque<Int>()
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
    queue.append(1)
    queue.append(2)
    #expect(queue.count == 2)
    #expect(queue.popFirst() == 1)
    queue.append(3)
    #expect(queue.popFirst() == 2)
    #expect(queue.popFirst() == 3)
    #expect(queue.popFirst() == nil)
  }

  @Test(arguments: [1, 2, 3, 7])
  func `the order holds however it grows and shrinks`(ratio: Int) {
    var queue = Deque<Int>()
    var put = 0
    var taken = 0
    for round in 0..<5_000 {
      for _ in 0..<ratio {
        queue.append(put)
        put += 1
      }
      for _ in 0..<(round.isMultiple(of: 3) ? ratio * 2 : ratio / 2 + 1) {
        guard let next = queue.popFirst() else { break }
        #expect(next == taken)
        taken += 1
      }
      #expect(queue.count == put - taken)
    }
    while let next = queue.popFirst() {
      #expect(next == taken)
      taken += 1
    }
    #expect(taken == put)
  }

  @Test func `what was taken is let go of`() {
    var queue = Deque<Witness>()
    weak let first: Witness?
    do {
      let witness = Witness()
      first = witness
      queue.append(witness)
    }
    queue.append(Witness())
    _ = queue.popFirst()
    #expect(first == nil)
    #expect(queue.count == 1)
  }
}
