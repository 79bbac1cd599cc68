import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// What people read of the reducers of a commit.
@Suite(.inTurn)
struct ReducersTextTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let reducers: [WireRecord.Reducer]?
    var changes: [TreeChange] = []
    var omitted = 0
    var count = 1
    var isUnknown = false
    let text: String?

    var testDescription: String { text ?? "nothing" }
  }

  static let cases = [
    Case(reducers: nil, text: nil),
    Case(reducers: [], text: "(none)"),
    Case(reducers: [.init(id: "cart")], text: "cart (nothing)"),
    Case(
      reducers: [.init(id: "cart")],
      changes: [.set(["cart", "total"], old: 1, new: 2)],
      text: "cart (cart.total: 1 change)"
    ),
    Case(
      reducers: [.init(id: "cart")],
      changes: [.add(["cart", "items", 0], 1), .set(["cart", "total"], old: 1, new: 2)],
      text: "cart (cart: 2 changes)"
    ),
    Case(
      reducers: [.init(id: "cart")],
      changes: [.add(["cart"], 1), .remove(["shop"], old: nil)],
      text: "cart (2 changes)"
    ),
    Case(
      reducers: [.init(id: "cart")],
      changes: [.add(["cart"], 1)],
      omitted: 4,
      text: "cart (5 changes)"
    ),
    Case(
      reducers: [
        .init(id: "cart", changes: 2, path: ["cart"]), .init(id: "shop", changes: 0),
        .init(id: "log", changes: 3),
      ],
      text: "cart (cart: 2 changes), shop (nothing), log (3 changes)"
    ),
    Case(
      reducers: [.init(id: "a"), .init(id: "b")],
      changes: [.add(["cart"], 1)],
      text: "a, b"
    ),
    Case(reducers: [.init(id: "last")], changes: [.add(["cart"], 1)], count: 2, text: "last"),
    Case(reducers: [.init(id: "cart")], isUnknown: true, text: "cart"),
  ]

  @Test(arguments: cases)
  func `reducers stand with what each changed, as far as that is known`(example: Case) {
    let commit = WireRecord.Commit(
      number: 7,
      time: 0,
      action: .init(type: "A"),
      reducers: example.reducers,
      changes: example.changes,
      omittedChanges: example.omitted,
      changesAreUnknown: example.isUnknown,
      count: example.count
    )
    let expected = example.text.map { WireRecord.Commit.Fact.text("reduced by", $0) }
    #expect(commit.facts.dropFirst().first == expected)
  }
}
