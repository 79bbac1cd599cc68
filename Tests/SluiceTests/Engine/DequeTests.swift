import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct DequeTests {
  /// A queue, and a list with the position of its first element: that of each is one more.
  private struct Model {
    var queue = Deque<Int>()
    var list: [Int] = []
    var start = 0
    var number = 0

    mutating func append() {
      let position = queue.append(number)
      #expect(position == start + list.count)
      list.append(number)
      number += 1
    }

    mutating func prepend() {
      queue.prepend(number)
      list.insert(number, at: 0)
      start -= 1
      number += 1
    }

    mutating func popFirst() {
      let first = queue.popFirst()
      #expect(first == list.first)
      if list.isEmpty { return }
      list.removeFirst()
      start += 1
    }

    /// Removes what is at an index, or nothing if that isn't one of the list's.
    mutating func remove(at index: Int) {
      let removed = queue.remove(at: start + index)
      let expected = list.indices.contains(index) ? list.remove(at: index) : nil
      #expect(removed == expected)
    }

    func check(_ index: Int) {
      let indices = [-1, 0, index, list.count - 1, list.count]
      let expected = indices.map { list.indices.contains($0) ? list[$0] : nil }
      #expect(indices.map { queue[start + $0] } == expected)
      #expect([queue.first, queue.last, queue.count] == [list.first, list.last, list.count])
      #expect(queue.isEmpty == list.isEmpty)
    }
  }

  /// Of ten changes, how many append in turn: the queue grows, shrinks, and is empty now and then.
  @Test(arguments: [[5], [3], [9, 1], [10, 0], [6, 4]])
  func `a queue does what a list does, however it grows and shrinks`(appending: [Int]) {
    var random = SplitMix64(seed: 1)
    var model = Model()
    for round in 0..<10_000 {
      let index = Int.random(in: -1...model.list.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case ..<appending[round / 2_500 % appending.count]: model.append()
      case _ where round % 97 == 0: model.prepend()
      case _ where round % 89 == 0: model.remove(at: index)
      default: model.popFirst()
      }
      model.check(index)
    }
    #expect(Array(model.queue) == model.list)
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
