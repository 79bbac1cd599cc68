import Sluice
import SluiceTree
import TestSupport
import Testing

/// Versions of `Entities` are encoded from what differs between them.
@Suite(.inTurn, .unsanitized) struct EntitiesEncodingTests {
  private struct Item: Codable, Hashable, Identifiable {
    var id: Int
    var text = "a text that is too long to be kept inline"
    var tags: [String] = []
    var note: String?
  }

  private struct State: Codable {
    var name = ""
    var items: Entities<Item> = []
    var other: Entities<Item> = []
  }

  @Test(arguments: 0..<3)
  func `random changes are encoded as from scratch`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let encoder = TreeEncoder(memo: EncodingMemo())
    var state = State()
    var next = 0
    state.items = Entities((0..<Int.random(in: 0..<250, using: &random)).map { Item(id: -$0 - 1) })
    var last = encoder.show(state).tree
    var held: [State] = []
    for step in 0..<48 {
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        change(&state, &next, using: &random)
      }
      if step % 9 == 0 { held.append(state) }
      // Also back to an older version.
      if step % 23 == 22, let old = held.randomElement(using: &random) { state = old }
      let tree = encoder.show(state).tree
      let fresh = TreeEncoder().show(state).tree
      #expect(tree == fresh, "seed \(seed), step \(step)")
      #expect(Tree.changes(from: tree, to: fresh).isEmpty, "seed \(seed), step \(step)")
      let changes = Tree.changes(from: last, to: tree)
      #expect(throws: Never.self) { try #expect(last.applying(changes) == fresh) }
      last = tree
    }
  }

  private func change(_ state: inout State, _ next: inout Int, using random: inout SplitMix64) {
    let end = state.items.count
    next += 1
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where end > 0:
      state.items.remove(id: state.items[Int.random(in: 0..<end, using: &random)].id)
    case 1: state.items.insert(Item(id: next), at: Int.random(in: 0...end, using: &random))
    case 2: for offset in 0..<40 { state.items.append(Item(id: next * 1_000 + offset)) }
    case 3 where end > 100: state.items.removeAll { $0.id % 7 == next % 7 }
    case 4: state.items.sort { $0.text.count < $1.text.count }
    case 5 where end > 0:
      let id = state.items[Int.random(in: 0..<end, using: &random)].id
      state.items.move(id: id, to: Int.random(in: 0..<end, using: &random))
    case 6: state.other = state.items
    case 7: state.name += "."
    case 8: state.items = Entities(Array(state.items))
    default:
      guard end > 0 else { return }
      let id = state.items[Int.random(in: 0..<end, using: &random)].id
      state.items[id: id]?.tags.append("\(next)")
    }
  }

  @Test func `one changed element is one edit`() {
    let old = Entities((0..<10_000).map { Item(id: $0) })
    var new = old
    new[id: 5_000]?.note = "changed"
    #expect(new.edits(from: old) == [ListEdit(5_000..<5_001, 5_000..<5_001)])
    new.append(Item(id: -1))
    #expect(
      new.edits(from: old) == [
        ListEdit(5_000..<5_001, 5_000..<5_001), ListEdit(10_000..<10_000, 10_000..<10_001),
      ]
    )
    #expect(new.edits(from: new).isEmpty)
  }
}
