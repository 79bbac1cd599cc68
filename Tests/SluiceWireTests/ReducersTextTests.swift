import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// What people read of the reducers of a commit.
@Suite(.inTurn)
struct ReducersTextTests {
  @Test func `reducers stand with what each changed, as far as that is known`() {
    let cart = WireRecord.Reducer(id: "cart")
    let total = TreeChange.set(["cart", "total"], old: 1, new: 2)
    let item = TreeChange.add(["cart", "items", 0], 1)
    let added = TreeChange.add(["cart"], 1)
    let several: [WireRecord.Reducer] = [
      .init(id: "cart", changes: 2, path: ["cart"]), .init(id: "shop", changes: 0),
      .init(id: "log", changes: 3),
    ]
    let rows: [([WireRecord.Reducer]?, [TreeChange], String?)] = [
      (nil, [], nil), ([], [], "(none)"), ([cart], [], "cart (nothing)"),
      ([cart], [total], "cart (cart.total: 1 change)"),
      ([cart], [item, total], "cart (cart: 2 changes)"),
      ([cart], [added, .remove(["shop"], old: nil)], "cart (2 changes)"),
      (several, [], "cart (cart: 2 changes), shop (nothing), log (3 changes)"),
      ([.init(id: "a"), .init(id: "b")], [added], "a, b"),
    ]
    var commit = WireRecord.Commit(number: 7, time: 0, action: .init(type: "A"))
    func expect(_ text: String?) {
      #expect(commit.facts.dropFirst().first == text.map { .text("reduced by", $0) })
    }
    for (reducers, changes, text) in rows {
      (commit.reducers, commit.changes) = (reducers, changes)
      expect(text)
    }
    (commit.reducers, commit.changes, commit.omittedChanges) = ([cart], [added], 4)
    expect("cart (5 changes)")
    (commit.changes, commit.omittedChanges, commit.changesAreUnknown) = ([], 0, true)
    expect("cart")
    (commit.changes, commit.changesAreUnknown, commit.count) = ([added], false, 2)
    expect("cart")
  }
}
