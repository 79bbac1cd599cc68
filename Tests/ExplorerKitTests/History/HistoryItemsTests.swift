import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct HistoryItemsTests {
  private static func changing(_ number: Int) -> WireRecord {
    .commit(number, .set(["a"], old: .integer(Int64(number - 1)), new: .integer(Int64(number))))
  }

  /// With a checkpoint at 64, a gap of two commits, and one that nothing ended.
  private static func history() -> (history: History, records: [WireRecord]) {
    let records =
      [WireRecord.state(0, ["a": 0])] + (1...70).map(changing)
      + [.dropped(71, 72, .room), .state(72, ["a": 72]), changing(73), .dropped(74, 75)]
    var history = History(History.Limits(commits: 1_000))
    for record in records { history.take(record) }
    return (history, records)
  }

  private static func items(of history: History, upTo last: Int = .max) -> [History.Item] {
    var items: [History.Item] = []
    history.forEachItem(upTo: last) { items.append($0) }
    return items
  }

  @Test func `a history consists of its records and checkpoints`() {
    let (history, records) = Self.history()
    let items = Self.items(of: history)
    let checkpoints = items.filter { if case .state(_, _, true) = $0 { true } else { false } }
    #expect(checkpoints.map(\.record) == [.state(64, ["a": 64])])
    let others = items.filter { if case .state(_, _, true) = $0 { false } else { true } }
    #expect(others.map(\.record) == records)
  }

  @Test(arguments: [0, 10, 64, 71, 72, 74, 75])
  func `items up to a number end there`(last: Int) {
    let (history, _) = Self.history()
    let numbers = Self.items(of: history, upTo: last).map(\.number)
    #expect(numbers.max() == (last == 71 ? 70 : last))
    let all = Self.items(of: history).map(\.number)
    #expect(numbers == Array(all.prefix { $0 <= last }) + (last == 74 ? [74] : []))
  }
}

extension History.Item {
  fileprivate var number: Int {
    switch self {
    case .state(let number, _, _): number
    case .commit(let commit, _): commit.number
    case .gap(let gap): gap.numbers.upperBound
    }
  }
}
