import TestSupport
import Testing

@testable import SluiceEntities

/// What copies share, and what a change of one of them copies.
@Suite(.inTurn) struct EntitiesSharingTests {
  /// An element that knows whether it was copied.
  private struct Marked: Identifiable {
    final class Mark {}

    let id: Int
    var value = 0
    var mark = Mark()
  }

  private static func marked(_ count: Int) -> Entities<Marked> {
    Entities((0..<count).map { Marked(id: $0) })
  }

  /// Returns how many elements of the new version are in chunks that the old one doesn't have.
  private func unshared(_ new: Entities<Marked>, _ old: Entities<Marked>) -> Int {
    var count = 0
    new.chunks.forEachDifference(from: old.chunks, filler: []) { _, chunk, _ in
      count += chunk.count
    }
    return count
  }

  @Test(arguments: [100, 3_000, 40_000])
  func `a change while another copy is held copies a few elements`(count: Int) {
    let old = Self.marked(count)
    /// Changes a copy step by step; of each step, the elements that are copied so far are limited.
    func expect(_ steps: (limit: Int, change: (inout Entities<Marked>) -> Void)...) {
      var new = old
      for (limit, change) in steps {
        change(&new)
        #expect(unshared(new, old) <= limit)
      }
    }
    for id in [0, count / 3, count - 1] {
      expect(
        (32, { $0.update(id: id) { $0.value = 1 } }),
        (32, { $0[id: id]?.value = 2 }),
        (32, { $0.upsert(Marked(id: id, value: 3)) }),
        (32, { #expect($0[id: id]?.value == 3) })
      )
      #expect(old[id: id]?.value == 0)
    }
    for position in [0, count / 3, count] {
      expect(
        (64, { $0.insert(Marked(id: -1), at: position) }),
        (96, { $0.remove(at: min(position + 2, count)) })
      )
    }
    expect((33, { $0.append(Marked(id: -1)) }), (96, { $0.move(id: 5, to: count) }))
    expect(
      (64, { $0 = $0.filter { $0.id != 7 && $0.id != 8 } }),
      (64, { $0.sort { $0.id < $1.id } })
    )
  }

  @Test func `removing leaves no chunks with few elements`() {
    var all = Self.marked(32_000)
    let chunks = all.order.entries.count
    // Of a third of the chunks, one element each remains.
    all.removeAll { $0.id < 10_240 && $0.id % 32 > 0 }
    #expect(all.count == 320 + 21_760)
    #expect(all.order.entries.count <= chunks * 2 / 3 + 32)
  }

  @Test func `nothing is copied while there is no other copy, in an optional neither`() {
    var all = Self.marked(3_000)
    // A copy of the chunk would retain the mark.
    func expectUnique(_ element: inout Marked?) {
      guard var taken = element.take() else {
        Issue.record("There is none.")
        return
      }
      #expect(isKnownUniquelyReferenced(&taken.mark))
      taken.value += 1
      element = taken
    }
    func expectUnique(_ id: Int) {
      let wasThere = all.update(id: id) { #expect(isKnownUniquelyReferenced(&$0.mark)) }
      #expect(wasThere)
      expectUnique(&all[id: id])
    }
    for id in stride(from: 0, to: 3_000, by: 7) {
      expectUnique(id)
      #expect(all[id: id].map { $0.value } == 1)
      all[id: id]?.value += 1
      all.remove(id: id + 1)
      all.append(Marked(id: 10_000 + id))
      all.insert(Marked(id: 20_000 + id), at: id)
      all.move(id: id, to: id / 2)
      for id in [id, id + 2, 10_000 + id, 20_000 + id] { expectUnique(id) }
      #expect(all[id: id].map { $0.value } == 3)
    }
  }

  @Test func `once the other copy is released, changes are in place again`() {
    var all = Self.marked(3_000)
    var old: Entities<Marked>? = all
    all.update(id: 1_000) { #expect(!isKnownUniquelyReferenced(&$0.mark)) }
    #expect(old?.count == 3_000)
    old = nil
    for id in 0..<3_000 {
      all.update(id: id) { #expect(isKnownUniquelyReferenced(&$0.mark)) }
    }
  }

  /// An element that counts comparisons.
  private struct Compared: Identifiable, Equatable {
    static let comparisons = Guarded(0)

    let id: Int
    var value = 0

    static func == (one: Self, other: Self) -> Bool {
      comparisons.withLock { $0 += 1 }
      return one.id == other.id && one.value == other.value
    }
  }

  @Test func `versions are compared only where they share nothing`() {
    /// Returns how many elements are compared.
    func comparisons(_ one: Entities<Compared>, _ other: Entities<Compared>, _ areEqual: Bool)
      -> Int
    {
      Compared.comparisons.withLock { $0 = 0 }
      #expect((one == other) == areEqual)
      return Compared.comparisons.withLock { $0 }
    }
    let old = Entities((0..<40_000).map { Compared(id: $0) })
    var new = old
    #expect(comparisons(new, old, true) == 0)
    new.update(id: 30_000) { $0.value += 1 }
    #expect(comparisons(new, old, false) <= 32)
    new.update(id: 30_000) { $0.value -= 1 }
    #expect(comparisons(new, old, true) <= 32)
    new.remove(id: 20_000)
    new.insert(Compared(id: 20_000), at: 20_000)
    #expect(comparisons(new, old, true) <= 64)
  }

  private static func address(_ ids: [Int]) -> Int {
    unsafe ids.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  @Test func `ids remain the same array while none is added, removed or moved`() {
    var all = Self.marked(100)
    let ids = all.ids
    let old = all
    all.update(id: 4) { $0.value += 1 }
    all[id: 5]?.value += 1
    #expect(Self.address(all.ids) == Self.address(ids))
    all.swapAt(1, 2)
    #expect(all.ids.prefix(3) == [0, 2, 1])
    #expect(old.ids == Array(0..<100))
  }

  @Test func `versions whose ids haven't been read have ids of their own`() {
    let old = Self.marked(3)
    var (swapped, longer) = (old, old)
    swapped.swapAt(0, 1)
    longer.append(Marked(id: 3))
    #expect([swapped.ids, longer.ids, old.ids] == [[1, 0, 2], [0, 1, 2, 3], [0, 1, 2]])
  }

  @Test func `threads that read ids at the same time get the same array`() async {
    for _ in 0..<50 {
      let all = Entities((0..<500).map { Song(id: $0) })
      let read = Guarded<[[Int]]>([])
      await Threads.run(4) { _ in
        let ids = all.ids
        read.withLock { $0.append(ids) }
      }
      let arrays = read.withLock { $0 }
      #expect(Set(arrays.map(Self.address)).count == 1)
      #expect(arrays.first == Array(0..<500))
    }
  }
}
