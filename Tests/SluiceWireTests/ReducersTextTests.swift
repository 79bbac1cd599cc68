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
      _ reducers: [WireRecord.Reducer]?,
      _ changes: [TreeChange] = [],
      omitted: Int = 0,
      count: Int = 1,
      isUnknown: Bool = false,
      _ text: String?
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
    Case([], "(none)"),
    Case([cart], "cart (nothing)"),
    Case([cart], [total], "cart (cart.total: 1 change)"),
    Case([cart], [.add(["cart", "items", 0], 1), total], "cart (cart: 2 changes)"),
    Case([cart], [.add(["cart"], 1), .remove(["shop"], old: nil)], "cart (2 changes)"),
    Case([cart], [.add(["cart"], 1)], omitted: 4, "cart (5 changes)"),
    Case(several, "cart (cart: 2 changes), shop (nothing), log (3 changes)"),
    Case([.init(id: "a"), .init(id: "b")], [.add(["cart"], 1)], "a, b"),
    Case([.init(id: "last")], [.add(["cart"], 1)], count: 2, "last"),
    Case([cart], isUnknown: true, "cart"),
  ]

  @Test(arguments: cases)
  func `reducers stand with what each changed, as far as that is known`(example: Case) {
    let expected = example.text.map { WireRecord.Commit.Fact.text("reduced by", $0) }
    #expect(example.commit.facts.dropFirst().first == expected)
  }
}
