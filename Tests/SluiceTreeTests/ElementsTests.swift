import TestSupport
import Testing

@testable import SluiceTree

@Suite(.inTurn) struct ElementsTests {
  private func record(_ id: Int, _ value: Int) -> Tree {
    ["id": .integer(Int64(id)), "value": .integer(Int64(value))]
  }

  private func records(_ ids: Range<Int>) -> [Tree] { ids.map { record($0, 0) } }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 1_000])
  func `elements are those of the array that they were created from`(_ count: Int) {
    let trees = records(0..<count)
    let elements = Tree.Elements(trees)
    #expect(Array(elements) == trees)
    #expect(elements.count == count)
    #expect(elements.indices.map { elements[$0] } == trees)
    #expect(elements.anonymousCount == 0 && elements.hasIdentities == (count > 0))
  }

  /// Makes one of the edits that a list can have.
  ///
  /// - Parameter isGrowing: Whether more is inserted than removed.
  private func edit<List: RangeReplaceableCollection & MutableCollection & RandomAccessCollection>(
    _ list: inout List,
    isGrowing: Bool = true,
    using random: inout SplitMix64,
    _ element: (_ id: Int, _ value: Int) -> Tree
  ) where List.Element == Tree, List.Index == Int {
    let end = list.count
    let id = Int.random(in: 0..<100_000, using: &random)
    let place = Int.random(in: 0...end, using: &random)
    let index = Int.random(in: 0..<max(1, end), using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: list.append(element(id, 1))
    case 1: list.insert(element(id, 2), at: place)
    case 2...7 where end == 0: break
    case 2: list.remove(at: index)
    case 3: list.insert(list.remove(at: index), at: min(place, end - 1))
    // A repeated element, and so a repeated id.
    case 4: list.insert(list[index], at: place)
    case 5: list.removeFirst(min(end, id % (isGrowing ? 10 : 40)))
    // Whole chunks in another order, or twice.
    case 6 where end > 80: list.replaceSubrange(0..<(id % 2 * 32), with: Array(list[32..<64]))
    case 7: list[index] = element(id % 2 == 0 ? index : id, 3)
    case 8 where end > 0 && id % 10 == 0: list[index] = 1
    default:
      let removed = place..<min(end, place + id % (isGrowing ? 20 : 90))
      let new = (0..<id % (isGrowing ? 80 : 10)).map { element(id, $0) }
      list.replaceSubrange(removed, with: new)
    }
  }

  @Test func `random changes are those of an array`() {
    var random = SplitMix64(seed: 7)
    var model: [Tree] = []
    var elements: Tree.Elements = []
    for step in 0..<800 {
      let held = elements
      let heldModel = model
      var same = random
      edit(&model, isGrowing: step % 400 < 240, using: &random, record)
      edit(&elements, isGrowing: step % 400 < 240, using: &same, record)
      #expect(elements.count == model.count)
      #expect(elements.chunks.allSatisfy { (1...32).contains($0.trees.count) }, "step \(step)")
      #expect(elements.chunks.map(\.start) == starts(of: elements), "step \(step)")
      // A wrong element stays where it is for some steps; comparing all of them takes time.
      guard step % 5 == 0 else { continue }
      #expect(Array(elements) == model, "step \(step)")
      let anonymous = model.indices.filter { model[$0]["id"] == nil }
      #expect(elements.anonymousCount == anonymous.count, "step \(step)")
      if let last = anonymous.last {
        #expect(elements.anonymousCount(before: last) == anonymous.count - 1, "step \(step)")
      }
      if step % 100 == 0 { #expect(Array(held) == heldModel) }
    }
  }

  private func starts(of elements: Tree.Elements) -> [Int] {
    var start = 0
    return elements.chunks.map { chunk in
      defer { start += chunk.trees.count }
      return start
    }
  }

  @Test func `a version shares all chunks but those that changed, and all pages of the others`() {
    let old = Tree.Elements(records(0..<10_000))
    #expect(old.chunks.pages.count == 5)
    var new = old
    new[5_000] = record(5_000, 1)
    #expect(sharedPages(old, new) == 4)
    new.append(record(10_000, 0))
    #expect(sharedPages(old, new) == 3)
    new.insert(record(-1, 0), at: 9_000)
    #expect(sharedPages(old, new) == 3)
    new.remove(at: 9_000)
    new.insert(record(-1, 0), at: 0)
    let shared = new.chunks.count { chunk in
      old.chunks.contains { $0.trees.sharesBuffer(with: chunk.trees) }
    }
    #expect(old.chunks.count - shared <= 4 && new.chunks.count - shared <= 5)
    #expect(Array(old) == records(0..<10_000))
  }

  private func sharedPages(_ old: Tree.Elements, _ new: Tree.Elements) -> Int {
    zip(old.chunks.pages, new.chunks.pages).count { $0.chunks.sharesBuffer(with: $1.chunks) }
  }

  @Test(arguments: [1, -1])
  func `shared chunks are counted over pages that begin at different chunks`(_ step: Int) {
    let old = Tree.Elements(records(0..<8_192))
    // Moves all chunks by one, so that none is at the same place on its page.
    var new = old
    new.replaceSubrange(0..<0, with: records(-32..<0))
    let (from, start) = step > 0 ? (11, 10) : (256, 255)
    let count = new.chunks.sharedCount(from: from, with: old.chunks, from: start, step: step)
    // The first chunk is a new one.
    #expect(count == (step > 0 ? 246 : 255))
    let own = old.chunks.sharedCount(from: start, with: old.chunks, from: start, step: step)
    #expect(own == (step > 0 ? 246 : 256))
    new[3_000] = record(3_000, 1)
    let chunk = new.chunk(of: 3_000)
    let rest = new.chunks.sharedCount(from: from, with: old.chunks, from: start, step: step)
    #expect(rest == (step > 0 ? chunk - from : from - chunk))
    let index = step > 0 ? chunk + 1 : chunk - 1
    #expect(
      new.chunks.sharedCount(from: index, with: old.chunks, from: index - 1, step: step)
        == count - rest - 1
    )
  }

  @Test func `appending elements one by one fills the chunks`() {
    var elements: Tree.Elements = []
    for id in 0..<1_000 {
      let held = elements
      elements.append(record(id, 0))
      #expect(held.count == id)
    }
    #expect(elements.chunks.count == 32)
  }

  /// What is shared must not be visible in the result.
  @Test(arguments: 20..<volume(29, nightly: 68))
  func `changes are the same whether versions share chunks or not`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let isIdentified = seed % 3 > 0
    // Some with several pages of chunks.
    let (maximum, rounds) = seed == 20 ? (4_000, 2) : (400, 8)
    func element(_ id: Int, _ value: Int) -> Tree {
      isIdentified ? record(id, value) : .integer(Int64(id * 10 + value))
    }
    let count = Int.random(in: 0..<maximum, using: &random)
    var old = Tree.Elements((0..<count).map { element($0, 0) })
    for round in 0..<rounds {
      var new = old
      for _ in 0..<Int.random(in: 1..<6, using: &random) {
        edit(&new, using: &random) { element($0, $1 + round) }
      }
      let plain = (Tree.array(Array(old)), Tree.array(Array(new)))
      let changes = Tree.changes(from: .array(old), to: .array(new))
      #expect(changes == Tree.changes(from: plain.0, to: plain.1), "round \(round)")
      #expect((old == new) == (Array(old) == Array(new)), "round \(round)")
      #expect(try! Tree.array(old).applying(changes) == plain.1, "round \(round)")
      old = new
    }
  }
}

@Suite(.inTurn)
struct ListEditTests {
  /// Within the reach of the search for what follows, at its end, and beyond.
  @Test(arguments: [1, 32, 33, 40])
  func `what stands between the same elements is one edit`(count: Int) {
    let old = ContiguousArray(0..<100)
    let new = old[..<50] + (1_000..<(1_000 + count)) + old[50...]
    let places = 50..<(50 + count)
    #expect(ListEdit.edits(from: old, to: ContiguousArray(new)) == [ListEdit(50..<50, places)])
    #expect(ListEdit.edits(from: ContiguousArray(new), to: old) == [ListEdit(places, 50..<50)])
  }
}
