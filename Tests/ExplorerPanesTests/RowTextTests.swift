import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a row has where not all has room.
@Suite(.inTurn) struct RowTextTests {
  /// Actions beside each other, and their rows in the columns of a width.
  private static func rows(_ actions: [WireRecord.Action], width: Int) -> [String] {
    let commits = actions.enumerated().map { index, action in
      WireRecord.Commit(number: index + 1, time: 0, action: action)
    }
    let rows = commits.map { CommitRow.Content(event: .commit($0)) }
    let columns = CommitRow.Columns(.none, lastNumber: 9, width: width)
    return CommitRow.lines(of: rows, columns).map { String($0.text.dropFirst(5)).trimmed }
  }

  private static func placed(_ place: Int64) -> WireRecord.Action {
    let placed = Tree.enumCase(
      name: "placed",
      payload: .init([.init(key: "_0", value: .integer(place))])
    )
    let match = Tree.enumCase(name: "match", payload: .init([.init(key: "_0", value: placed)]))
    return WireRecord.Action(type: "RoomAction", payload: match)
  }

  @Test func `neighbours lose what they have in common, and not what tells them apart`() {
    let actions = [Self.placed(4), Self.placed(17)]
    #expect(Self.rows(actions, width: 60)[0] == "RoomAction.match(.placed(4))")
    #expect(Self.rows(actions, width: 30)[1] == "…match.placed(17)")
    // One that stands alone keeps its name, as far as there is room.
    let other = WireRecord.Action(type: "Other")
    #expect(Self.rows([Self.placed(4), other], width: 26)[0] == "RoomAction.match.pla…")
  }

  @Test func `a cause has a sign where it has no column: that it stands above, or its number`() {
    func row(_ number: Int, cause: Int?) -> CommitRow.Content {
      let cause = cause.map { WireRecord.Cause(commit: $0) }
      return .init(
        event: .commit(.init(number: number, time: 0, action: .init(type: "A"), cause: cause))
      )
    }
    let rows = [row(4, cause: 2), row(5, cause: 4), row(6, cause: 4)]
    for (width, hasCauses, texts) in [
      (78, false, ["← 2 A", "└ A", "← 4 A"]), (40, true, ["A", "└ A", "A"]),
      (78, true, ["A ← 2", "A ← 4", "A ← 4"]),
    ] {
      let columns = CommitRow.Columns(.none, lastNumber: 9, width: width, hasCauses: hasCauses)
      let lines = CommitRow.lines(of: rows, columns).map {
        String($0.text.dropFirst(5)).replacing(#/ +/#, with: " ").trimmed
      }
      #expect(lines == texts, "\(width)")
    }
  }

  @Test func `values that begin alike are cut in front, and labels before values`() {
    func edit(_ end: String) -> WireRecord.Action {
      .init(type: "Edit", payload: ["text": .string("A long beginning, and then \(end)")])
    }
    #expect(
      Self.rows([edit("milk"), edit("eggs")], width: 30) == [
        "Edit(…hen milk\")", "Edit(…hen eggs\")",
      ]
    )
    let reserve = WireRecord.Action(type: "Reserved", payload: ["product": "tea", "quantity": 2])
    #expect(Self.rows([reserve], width: 30) == ["Reserved(\"tea\", 2)"])
  }

  /// A commit's changes in some columns.
  private static func changes(_ changes: [TreeChange], width: Int) -> String {
    var commit = WireRecord.Commit(number: 1, time: 0, action: .init(type: "A"))
    commit.changes = changes
    let columns = CommitRow.Columns(.none, lastNumber: 9, width: width)
    let line = CommitRow.lines(of: [.init(event: .commit(commit))], columns)[0].text
    return String(line.dropFirst(6)).trimmed
  }

  @Test func `a row has the value that changed, with a path that is cut in its middle`() {
    let stock = TreeChange.set(["products", 2, "stock"], old: 6, new: 3)
    #expect(Self.changes([stock], width: 66) == "products[2].stock 6 → 3")
    #expect(Self.changes([stock], width: 40) == "pr…].stock 6 → 3")
    let revenue = TreeChange.set(["revenue"], old: 37_120, new: 41_220)
    let order = TreeChange.set(["orders", 31, "status"], old: "placed for a while", new: "paid")
    // The first one that fits is shown whole.
    #expect(Self.changes([order, revenue], width: 62) == "revenue 37120 → 41220 +1")
    let others = [
      TreeChange.remove(["cart", 0], old: nil), .add(["orders", 31], ["id": 31]), revenue,
    ]
    #expect(Self.changes(others, width: 96) == "cart[0] -  orders[31] + {id: 31}  1 more")
  }

  @Test func `what led to a commit stands at the end of its row`() {
    var commit = WireRecord.Commit(number: 2, time: 0, action: .init(type: "B"))
    commit.cause = .init(commit: 1)
    let first = WireRecord.Commit(number: 1, time: 0, action: .init(type: "A"))
    let rows = [first, commit].map { CommitRow.Content(event: .commit($0)) }
    func line(_ width: Int) -> String {
      CommitRow.lines(of: rows, .init(.none, lastNumber: 9, width: width))[1].text
    }
    #expect(line(60).hasSuffix("← 1") && line(60).count == 60)
    #expect(line(40).hasPrefix("2    └ B"))
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
