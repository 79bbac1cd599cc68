import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn) struct DequeTests {
  @Test func `elements are removed in the order in which they were added`() {
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

  @Test func `an element is found by its position until it is removed`() {
    var queue = Deque<Int>()
    var positions: [Int] = []
    for number in 0..<5_000 { positions.append(queue.append(number)) }
    // Beyond where slots move.
    for number in 0..<2_600 { #expect(queue.popFirst() == number) }
    #expect(queue[positions[2_599]] == nil)
    #expect(queue[positions[2_600]] == 2_600)
    #expect(queue[positions[4_999]] == 4_999)
    #expect(queue[positions[4_999] + 1] == nil)
    #expect(queue.remove(at: positions[0]) == nil)
    #expect(queue.remove(at: positions[4_990]) == 4_990)
    #expect(queue[positions[4_989]] == 4_989)
    #expect(queue[positions[4_990]] == 4_991)
    #expect(queue.count == 2_399)
    #expect(Array(queue) == Array(2_600..<4_990) + Array(4_991..<5_000))
    while queue.popFirst() != nil {}
    let position = queue.append(7)
    #expect(queue[position] == 7)
    queue.prepend(6)
    #expect(queue[position] == 7)
    #expect(queue.remove(at: position) == 7)
    #expect(Array(queue) == [6])
  }

  @Test func `a position is that of one element, also when the queue was empty meanwhile`() {
    var queue = Deque<Int>()
    let first = queue.append(1)
    #expect(queue.popFirst() == 1)
    let second = queue.append(2)
    #expect(queue[first] == nil)
    #expect(queue.remove(at: first) == nil)
    #expect(queue[second] == 2)
  }

  @Test func `removed elements are released`() {
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
