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

  @Test(arguments: 0..<volume(1, nightly: 12))
  func `random changes are encoded as from scratch`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let encoder = TreeEncoder(memo: EncodingMemo())
    var state = State()
    state.items = Entities((0..<Int.random(in: 0..<250, using: &random)).map { Item(id: -$0 - 1) })
    var last = encoder.show(state).tree
    var held: [State] = []
    for step in 0..<30 {
      for change in 0..<Int.random(in: 1..<5, using: &random) {
        self.change(&state, step * 5 + change + 1, using: &random)
      }
      if step % 9 == 0 { held.append(state) }
      // Also back to an older version.
      if step % 23 == 22, let old = held.randomElement(using: &random) { state = old }
      let tree = encoder.show(state).tree
      let fresh = TreeEncoder().show(state).tree
      #expect(tree == fresh && Tree.changes(from: tree, to: fresh).isEmpty, "seed \(seed), \(step)")
      try last.apply(Tree.changes(from: last, to: tree))
      #expect(last == fresh)
      last = tree
    }
  }

  private func change(_ state: inout State, _ next: Int, using random: inout SplitMix64) {
    let end = state.items.count
    let index = Int.random(in: 0..<max(1, end), using: &random)
    let place = Int.random(in: 0...end, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: state.items.insert(Item(id: next), at: place)
    case 1: for offset in 0..<40 { state.items.append(Item(id: next * 1_000 + offset)) }
    case 2 where end > 100: state.items.removeAll { $0.id % 7 == next % 7 }
    case 3: state.items.sort { $0.text.count < $1.text.count }
    case 4: state.other = state.items
    case 5: state.name += "."
    case 6: state.items = Entities(Array(state.items))
    case 7... where end == 0: break
    case 7: state.items.remove(id: state.items[index].id)
    case 8: state.items.move(id: state.items[index].id, to: min(place, end - 1))
    default: state.items[id: state.items[index].id]?.tags.append("\(next)")
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
