import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// What people read of the reducers of a commit.
@Suite(.inTurn)
struct ReducersTextTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let commit: WireRecord.Commit
    let text: String?

    var testDescription: String { text ?? "nothing" }

    init(
      _ text: String?,
      _ reducers: [WireRecord.Reducer]?,
      _ changes: [TreeChange] = [],
      omitted: Int = 0,
      count: Int = 1,
      isUnknown: Bool = false
    ) {
      self.text = text
      commit = WireRecord.Commit(
        number: 7,
        time: 0,
        action: .init(type: "A"),
        reducers: reducers,
        changes: changes,
        omittedChanges: omitted,
        changesAreUnknown: isUnknown,
        count: count
      )
    }
  }

  private static let cart = WireRecord.Reducer(id: "cart")
  private static let total = TreeChange.set(["cart", "total"], old: 1, new: 2)
  private static let several: [WireRecord.Reducer] = [
    .init(id: "cart", changes: 2, path: ["cart"]), .init(id: "shop", changes: 0),
    .init(id: "log", changes: 3),
  ]

  static let cases = [
    Case(nil, nil),
    Case("(none)", []),
    Case("cart (nothing)", [cart]),
    Case("cart (cart.total: 1 change)", [cart], [total]),
    Case("cart (cart: 2 changes)", [cart], [.add(["cart", "items", 0], 1), total]),
    Case("cart (2 changes)", [cart], [.add(["cart"], 1), .remove(["shop"], old: nil)]),
    Case("cart (5 changes)", [cart], [.add(["cart"], 1)], omitted: 4),
    Case("cart (cart: 2 changes), shop (nothing), log (3 changes)", several),
    Case("a, b", [.init(id: "a"), .init(id: "b")], [.add(["cart"], 1)]),
    Case("last", [.init(id: "last")], [.add(["cart"], 1)], count: 2),
    Case("cart", [cart], isUnknown: true),
  ]

  @Test(arguments: cases)
  func `reducers stand with what each changed, as far as that is known`(example: Case) {
    let expected = example.text.map { WireRecord.Commit.Fact.text("reduced by", $0) }
    #expect(example.commit.facts.dropFirst().first == expected)
  }
}
