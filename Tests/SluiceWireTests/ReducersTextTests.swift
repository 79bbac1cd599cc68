import SluiceWire
import TestSupport
import Testing

/// What people read of the reducers of a commit.
@Suite(.inTurn)
struct ReducersTextTests {
  @Test func `reducers are named in order, as far as they are known`() {
    let rows: [([String]?, String?)] = [
      (nil, nil), ([], "(none)"), (["cart"], "cart"), (["cart", "shop"], "cart, shop"),
    ]
    var commit = WireRecord.Commit(number: 7, time: 0, action: .init(type: "A"))
    for (reducers, text) in rows {
      commit.reducers = reducers?.map { .init(id: $0) }
      #expect(commit.reducersText == text)
    }
  }
}
