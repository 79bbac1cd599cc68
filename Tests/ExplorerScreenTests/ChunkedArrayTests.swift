import TestSupport
import Testing

@testable import ExplorerKit

/// What grows with the commits, and is copied in chunks.
@Suite(.inTurn) struct ChunkedArrayTests {
  @Test func `it has what an array has, whatever is added and removed`() {
    var random = SplitMix64(seed: 9)
    var array: [Int] = []
    var chunked = ChunkedArray<Int>()
    for number in 0..<6_000 {
      switch random.pick(0..<1_000) {
      case 0:
        let count = random.pick(0..<min(array.count, 300) + 1)
        array.removeFirst(count)
        chunked.removeFirst(count)
      case 1..<20:
        let place = max(0, array.count - random.pick(0..<600))
        array.insert(number, at: place)
        chunked.insert(number, at: place)
      case 20..<40 where !array.isEmpty:
        let place = random.pick(0..<array.count)
        array[place] = -number
        chunked[place] = -number
      default:
        array.append(number)
        chunked.append(number)
      }
      #expect(chunked.count == array.count && chunked.last == array.last)
      if number % 500 == 0 { #expect(Array(chunked) == array) }
    }
    #expect(Array(chunked) == array && array.count > 1_024)
    #expect(Array(ChunkedArray(array)) == array)
  }

  @Test func `a set of numbers has what a set has`() {
    var random = SplitMix64(seed: 10)
    var set: Set<Int> = []
    var numbers = NumberSet()
    for step in 0..<4_000 {
      let number = random.pick(0..<10) == 0 ? .min + step : random.pick(-1_500..<1_500)
      if random.pick(0..<3) == 0 {
        set.remove(number)
        numbers.remove(number)
      } else {
        set.insert(number)
        numbers.insert(number)
      }
      #expect(numbers.count == set.count)
    }
    #expect(set.allSatisfy { numbers.contains($0) })
    #expect((-1_500..<1_500).allSatisfy { numbers.contains($0) == set.contains($0) })
  }

  /// The address of each chunk, which is the same for those that are shared.
  static func addresses<Element>(_ array: ChunkedArray<Element>) -> [UInt] {
    array.chunks.map { chunk in
      unsafe chunk.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
  }

  @Test func `while a copy is held, taking in a batch copies a chunk and not what is held`() {
    var past = ShownPast()
    past.take(ScreenFixture.counting(to: 5_000))
    let held = past
    past.take(ScreenFixture.counting(to: 5_100, from: 5_001))
    #expect(past.rows.count == 5_100 && held.rows.count == 5_000)
    let (rows, heldRows) = (Self.addresses(past.rows), Self.addresses(held.rows))
    #expect(heldRows.count == 10 && rows.prefix(9) == heldRows.prefix(9))
  }
}
