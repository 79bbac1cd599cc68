import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn, .unsanitized) struct PagedArrayTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `random changes agree with an array, and differences with plain ones`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var versions: [(PagedArray<Int>, [Int])] = [(PagedArray(), [])]
    // Around a page, a page of pages, and two of these.
    for size in [31, 32, 33, 1_023, 1_024, 1_025, 2_100, 40, 3] {
      for round in 0..<6 {
        guard var (paged, plain) = versions.randomElement(using: &random) else { return }
        while plain.count < size {
          paged.append(plain.count)
          plain.append(plain.count)
        }
        while plain.count > size { #expect(paged.removeLast() == plain.removeLast()) }
        for step in 0..<(round * round) {
          let index = Int.random(in: 0..<size, using: &random)
          paged[index] = -step
          plain[index] = -step
        }
        versions.append((paged, plain))
      }
    }
    for (paged, plain) in versions {
      #expect(paged.count == plain.count)
      #expect((0..<plain.count).map { paged[$0] } == plain)
      for (other, otherPlain) in versions.shuffled(using: &random).prefix(4) {
        var differences: [[Int]] = []
        paged.forEachDifference(from: other, filler: .min) { differences.append([$0, $1, $2]) }
        let expected = (0..<max(plain.count, otherPlain.count)).map { index in
          [
            index, index < plain.count ? plain[index] : .min,
            index < otherPlain.count ? otherPlain[index] : .min,
          ]
        }
        #expect(differences == expected.filter { $0[1] != $0[2] })
      }
    }
  }

  @Test func `elements of several words differ in any of them`() {
    struct Pair: Equatable {
      var one: Int
      var other: Int
    }
    var paged = PagedArray<Pair>()
    for index in 0..<100 { paged.append(Pair(one: index, other: 0)) }
    var changed = paged
    changed[3].one = -1
    changed[40].other = 1
    changed[99].other = 1
    var indices: [Int] = []
    changed.forEachDifference(from: paged, filler: Pair(one: 0, other: 0)) { index, new, old in
      indices.append(index)
      #expect(new == changed[index])
      #expect(old == paged[index])
    }
    #expect(indices == [3, 40, 99])
  }
}
