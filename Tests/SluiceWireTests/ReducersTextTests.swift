import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// What people read of the reducers of a commit.
@Suite(.inTurn)
struct ReducersTextTests {
  /// What stands for the reducers of a commit with some changes.
  private func text(
    _ reducers: [WireRecord.Reducer]?,
    _ changes: [TreeChange] = [],
    omitted: Int = 0,
    count: Int = 1,
    isUnknown: Bool = false
  ) -> WireRecord.Commit.Fact? {
    var commit = WireRecord.Commit(number: 7, time: 0, action: .init(type: "A"), changes: changes)
    commit.reducers = reducers
    commit.omittedChanges = omitted
    commit.changesAreUnknown = isUnknown
    commit.count = count
    return commit.facts.dropFirst().first
  }

  private func reduced(by text: String) -> WireRecord.Commit.Fact { .text("reduced by", text) }

  @Test func `reducers stand with what each changed, as far as that is known`() {
    let cart = WireRecord.Reducer(id: "cart")
    let total = TreeChange.set(["cart", "total"], old: 1, new: 2)
    let item = TreeChange.add(["cart", "items", 0], 1)
    let added = TreeChange.add(["cart"], 1)
    #expect(text(nil) == nil)
    #expect(text([]) == reduced(by: "(none)"))
    #expect(text([cart]) == reduced(by: "cart (nothing)"))
    #expect(text([cart], [total]) == reduced(by: "cart (cart.total: 1 change)"))
    #expect(text([cart], [item, total]) == reduced(by: "cart (cart: 2 changes)"))
    let two = text([cart], [added, .remove(["shop"], old: nil)])
    #expect(two == reduced(by: "cart (2 changes)"))
    #expect(text([cart], [added], omitted: 4) == reduced(by: "cart (5 changes)"))
    let several: [WireRecord.Reducer] = [
      .init(id: "cart", changes: 2, path: ["cart"]), .init(id: "shop", changes: 0),
      .init(id: "log", changes: 3),
    ]
    let texts = "cart (cart: 2 changes), shop (nothing), log (3 changes)"
    #expect(text(several) == reduced(by: texts))
    #expect(text([.init(id: "a"), .init(id: "b")], [added]) == reduced(by: "a, b"))
    #expect(text([.init(id: "last")], [added], count: 2) == reduced(by: "last"))
    #expect(text([cart], isUnknown: true) == reduced(by: "cart"))
  }
}
