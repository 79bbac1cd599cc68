import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn, .unsanitized) struct IDIndexTests {
  /// An id, of which many have one hash.
  private struct Clashing: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % 40) }
  }

  @Test func `random changes agree with a dictionary`() {
    check(seed: 1) { $0 }
    check(seed: 2) { "the element with the number \($0)" }
    check(seed: 3) { Clashing(number: $0) }
  }

  private func check<ID: Hashable>(seed: UInt64, _ id: (Int) -> ID) {
    var random = SplitMix64(seed: seed)
    var index = IDIndex<ID>()
    var places: [ID: ChunkPlace] = [:]
    var held: [(IDIndex<ID>, [ID: ChunkPlace])] = []
    // Grows, then shrinks to almost nothing, so that buckets are added and removed.
    for step in 0..<6_000 {
      let id = id(Int.random(in: 0..<500, using: &random))
      let hash = IDIndex<ID>.hash(id)
      let place = ChunkPlace(chunk: step, offset: step % 32)
      if places[id] == nil {
        if step > 3_000, !step.isMultiple(of: 30) { continue }
        index.insert(id, hash: hash, at: place, change: step)
        places[id] = place
      } else if Int.random(in: 0..<3, using: &random) == 0 {
        index.remove(id)
        places[id] = nil
      } else {
        let change = index.entry(of: id, hash: hash)?.change
        index.move(id, to: place)
        places[id] = place
        #expect(index.entry(of: id, hash: hash)?.change == change)
      }
      if step.isMultiple(of: 600) { held.append((index, places)) }
    }
    held.append((index, places))
    for (index, places) in held {
      #expect(index.count == places.count)
      for number in 0..<500 {
        let id = id(number)
        #expect(index.entry(of: id, hash: IDIndex<ID>.hash(id))?.place == places[id])
      }
    }
  }
}
