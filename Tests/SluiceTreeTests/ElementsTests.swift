import TestSupport
import Testing

@testable import SluiceTree

@Suite(.inTurn) struct ElementsTests {
  private func record(_ id: Int, _ value: Int = 0) -> Tree {
    ["id": .integer(Int64(id)), "value": .integer(Int64(value))]
  }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 1_000])
  func `elements are those of the array that they were created from`(_ count: Int) {
    let trees = (0..<count).map { record($0) }
    let elements = Tree.Elements(trees)
    #expect(Array(elements) == trees)
    #expect(elements.count == count)
    #expect(elements.indices.map { elements[$0] } == trees)
    #expect(elements.areIdentified)
  }

  @Test func `random changes are those of an array`() {
    var random = SplitMix64(seed: 7)
    var model: [Tree] = []
    var elements: Tree.Elements = []
    for step in 0..<800 {
      let held = elements
      let heldModel = model
      // Grows, then shrinks.
      let isGrowing = step % 400 < 240
      let end = model.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where end > 0:
        let index = Int.random(in: 0..<end, using: &random)
        let tree: Tree = step % 50 == 0 ? 1 : record(step, 1)
        model[index] = tree
        elements[index] = tree
      case 1:
        model.append(record(step))
        elements.append(record(step))
      case 2:
        let index = Int.random(in: 0...end, using: &random)
        model.insert(record(step), at: index)
        elements.insert(record(step), at: index)
      case 3 where end > 0 && !isGrowing:
        let index = Int.random(in: 0..<end, using: &random)
        #expect(model.remove(at: index) == elements.remove(at: index))
      default:
        let start = Int.random(in: 0...end, using: &random)
        let length = Int.random(in: 0...min(isGrowing ? 20 : 90, end - start), using: &random)
        let new = (0..<Int.random(in: 0...(isGrowing ? 80 : 10), using: &random)).map {
          record(step, $0)
        }
        model.replaceSubrange(start..<(start + length), with: new)
        elements.replaceSubrange(start..<(start + length), with: new)
      }
      #expect(elements.count == model.count)
      #expect(elements.chunks.allSatisfy { (1...32).contains($0.trees.count) }, "step \(step)")
      #expect(elements.chunks.map(\.start) == starts(of: elements), "step \(step)")
      // A wrong element stays where it is for some steps; comparing all of them takes time.
      guard step % 5 == 0 else { continue }
      #expect(Array(elements) == model, "step \(step)")
      #expect(elements.areIdentified == model.allSatisfy { $0["id"] != nil }, "step \(step)")
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

  @Test func `a version shares all chunks but those that changed`() {
    let old = Tree.Elements((0..<10_000).map { record($0) })
    var new = old
    new[5_000] = record(5_000, 1)
    new.insert(record(-1), at: 0)
    new.remove(at: 9_000)
    let shared = new.chunks.count { chunk in
      old.chunks.contains { $0.trees.sharesBuffer(with: chunk.trees) }
    }
    #expect(old.chunks.count - shared <= 3)
    #expect(new.chunks.count - shared <= 4)
  }

  @Test func `changing an element copies one page of the list of chunks`() {
    let old = Tree.Elements((0..<10_000).map { record($0) })
    var new = old
    new[5_000] = record(5_000, 1)
    #expect(old.chunks.pages.count == 5)
    #expect(sharedPages(old, new) == 4)
    new.append(record(10_000))
    #expect(sharedPages(old, new) == 3)
    new.insert(record(-1), at: 9_000)
    #expect(sharedPages(old, new) == 3)
    #expect(Array(old) == (0..<10_000).map { record($0) })
  }

  private func sharedPages(_ old: Tree.Elements, _ new: Tree.Elements) -> Int {
    zip(old.chunks.pages, new.chunks.pages).count { $0.chunks.sharesBuffer(with: $1.chunks) }
  }

  @Test(arguments: [1, -1])
  func `shared chunks are counted over pages that begin at different chunks`(_ step: Int) {
    let old = Tree.Elements((0..<8_192).map { record($0) })
    // Moves all chunks by one, so that none is at the same place on its page.
    var new = old
    new.replaceSubrange(0..<0, with: (0..<32).map { record(-1 - $0) })
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
      elements.append(record(id))
      #expect(held.count == id)
    }
    #expect(elements.chunks.count == 32)
  }

  /// What is shared must not be visible in the result.
  @Test(arguments: 0..<24)
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
        edit(&new, round, element, using: &random)
      }
      let plain = (Tree.array(Array(old)), Tree.array(Array(new)))
      let changes = Tree.changes(from: .array(old), to: .array(new))
      #expect(changes == Tree.changes(from: plain.0, to: plain.1), "round \(round)")
      #expect((old == new) == (Array(old) == Array(new)), "round \(round)")
      #expect(try! Tree.array(old).applying(changes) == plain.1, "round \(round)")
      old = new
    }
  }

  private func edit(
    _ elements: inout Tree.Elements,
    _ round: Int,
    _ element: (Int, Int) -> Tree,
    using random: inout SplitMix64
  ) {
    let end = elements.count
    let id = Int.random(in: 0..<100_000, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: elements.append(element(id, 1))
    case 1 where end > 0: elements.remove(at: Int.random(in: 0..<end, using: &random))
    case 2 where end > 0:
      let moved = elements.remove(at: Int.random(in: 0..<end, using: &random))
      elements.insert(moved, at: Int.random(in: 0..<end, using: &random))
    case 3: elements.insert(element(id, 2), at: Int.random(in: 0...end, using: &random))
    case 4 where end > 40: elements.removeFirst(Int.random(in: 1..<40, using: &random))
    case 5 where end > 0:
      // A repeated element, and so a repeated id.
      let index = Int.random(in: 0..<end, using: &random)
      elements.insert(elements[index], at: Int.random(in: 0...end, using: &random))
    case 6 where end > 80:
      // Whole chunks in another order, or twice.
      let chunk = Array(elements[32..<64])
      elements.replaceSubrange(0..<(id % 2 * 32), with: chunk)
    default:
      if end == 0 { return }
      let index = Int.random(in: 0..<end, using: &random)
      elements[index] = element(id % 2 == 0 ? index : id, round)
    }
  }
}
