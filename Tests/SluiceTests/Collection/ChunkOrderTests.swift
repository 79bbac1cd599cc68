import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn, .unsanitized) struct ChunkOrderTests {
  /// A chunk, as a plain array has it.
  private struct Chunk {
    let number: Int
    var count: Int
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random changes agree with an array of counts`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var order = ChunkOrder()
    var chunks: [Chunk] = []
    var held: [(ChunkOrder, [Chunk])] = []
    var longest = 0
    for step in 0..<3_000 {
      let index = Int.random(in: 0...chunks.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let number = order.insert(after: index == 0 ? nil : chunks[index - 1].number)
        #expect(!chunks.contains { $0.number == number })
        chunks.insert(Chunk(number: number, count: 0), at: index)
        let count = Int.random(in: 1...32, using: &random)
        order.add(count, to: number)
        chunks[index].count = count
      case 2 where index < chunks.count && !(step / 500).isMultiple(of: 2),
        3 where index < chunks.count:
        order.add(-chunks[index].count, to: chunks[index].number)
        order.remove(chunks.remove(at: index).number)
      case 5 where step.isMultiple(of: 100):
        let counts = Dictionary(
          uniqueKeysWithValues: chunks.map { ($0.number, Int.random(in: 0..<8, using: &random)) }
        )
        order.setCounts { counts[$0] ?? 0 }
        chunks = chunks.map { Chunk(number: $0.number, count: counts[$0.number] ?? 0) }
          .filter { $0.count > 0 }
      case 4 where index < chunks.count && chunks[index].count > 1:
        order.add(-1, to: chunks[index].number)
        chunks[index].count -= 1
      default:
        if index == chunks.count || chunks[index].count == ChunkPlace.capacity { continue }
        order.add(1, to: chunks[index].number)
        chunks[index].count += 1
      }
      longest = max(longest, chunks.count)
      // Numbers are used again.
      #expect(chunks.allSatisfy { $0.number < longest })
      if step.isMultiple(of: 20) { check(order, chunks) }
      if step.isMultiple(of: 500) { held.append((order, chunks)) }
    }
    for (order, chunks) in held { check(order, chunks) }
  }

  private func check(_ order: ChunkOrder, _ chunks: [Chunk]) {
    #expect(order.entries.map { Int($0.chunk) } == chunks.map(\.number))
    #expect(order.last == chunks.last?.number)
    var start = 0
    for (index, chunk) in chunks.enumerated() {
      #expect(order.start(of: chunk.number) == start)
      let neighbors = order.neighbors(of: chunk.number)
      #expect(neighbors.before == (index == 0 ? nil : chunks[index - 1].number))
      #expect(neighbors.after == (index + 1 == chunks.count ? nil : chunks[index + 1].number))
      for offset in [0, chunk.count - 1] {
        let place = order.place(of: start + offset)
        #expect(place == ChunkPlace(chunk: chunk.number, offset: offset))
      }
      start += chunk.count
    }
  }

  @Test func `only unchanged copies are identical`() {
    var order = ChunkOrder()
    order.add(3, to: order.insert(after: nil))
    let old = order
    #expect(order.isIdentical(to: old))
    order.add(1, to: 0)
    #expect(!order.isIdentical(to: old))
    #expect(old.place(of: 2) == ChunkPlace(chunk: 0, offset: 2))
  }
}
