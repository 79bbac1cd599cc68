import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct CommitTests {
  @Test func `a history knows causes, and everything that a commit led to`() throws {
    let history = PaneHistory.varied
    #expect((1...11).map(history.cause) == [nil, 1, nil, nil, 4, nil, nil, nil, nil, nil, 5])
    let descent = try #require(history.descent(of: 4))
    #expect(descent.chain.map(\.number) == [4])
    #expect(descent.descendants.map(\.number) == [5, 11])
    #expect(descent.runs.map(\.run) == [2, 3, 4])
    #expect(!descent.isCut)
    let short = try #require(history.descent(of: 4, atMost: 1))
    #expect(short.descendants.map(\.number) == [5])
    #expect(short.isCut)
    #expect(history.descent(of: 7) == nil)
  }

  @Test func `a chain of thousands and a tree of thousands are bounded`() throws {
    var records: [WireRecord] = [.state(.init(number: 0, state: [:]))]
    for number in 1...3_000 {
      let cause = number == 1 ? nil : WireRecord.Cause(commit: number - 1)
      records.append(PaneHistory.commit(number, .init(type: "Next"), [], cause: cause))
    }
    let history = PaneHistory.history(records)
    let up = CausePane.lines(of: try #require(history.descent(of: 3_000)), width: 40)
    #expect(up.first?.text == "… 2,800 earlier commits")
    #expect(up.last?.text == "▶ 3000 Next")
    #expect(up.count == 400)
    let down = CausePane.lines(of: try #require(history.descent(of: 1)), width: 40)
    #expect(down.last?.text == "… and more")
    #expect(down.count == 502)
    #expect(down.allSatisfy { $0.columns <= 40 })
  }

  @Test func `the paths of changes are those in the state after all of them`() throws {
    let commit = WireRecord.Commit(
      number: 1,
      time: 0,
      action: .init(type: "A"),
      changes: [
        .set(["list", 1, "a"], old: 1, new: 2), .add(["list", 0], ["id": 9, "a": 0]),
        .move(["list", 2], to: 0), .remove(["list", 2], old: nil),
      ]
    )
    let state: Tree = ["list": [["id": 5, "a": 2], ["id": 9, "a": 0]]]
    let targets = ChangesPane.lines(of: commit, after: state, width: 80).map(\.target?.path)
    let paths = ["list[id:5].a", "list[id:9]", "list[id:5]", "list[2]"]
    #expect(targets == (try paths.map { try StatePath(parsing: $0) }))
    let unknown = ChangesPane.lines(of: commit, width: 80).map(\.target?.path)
    #expect(
      unknown.map { $0.map(\.description) } == ["list[0].a", "list[1]", "list[0]", "list[2]"]
    )
  }

  @Test func `commits show the time of day instead of the time that has passed`() {
    let rows = PaneCase.rows(PaneHistory.varied)
    let wide = CommitRow.lines(of: rows, .ofDay, numberWidth: 4, width: 80)
    #expect(wide[0].text.contains(#/^   1 \d\d:\d\d:\d\d\.000    AddTodo/#))
    let small = CommitRow.lines(of: rows, .ofDay, numberWidth: 2, width: 38)
    #expect(small[0].text.contains(#/^ 1 \d\d:\d\d:\d\d    AddTodo/#))
    let narrow = CommitRow.lines(of: rows, .ofDay, numberWidth: 2, width: 30)
    #expect(narrow[0].text.hasPrefix(" 1    Add"))
  }

  @Test func `changes that were not sent are counted`() {
    var commit = WireRecord.Commit(number: 1, time: 0, action: .init(type: "A"))
    commit.omittedChanges = 3
    let lines = ChangesPane.lines(of: commit, width: 80).map(\.text)
    #expect(lines == ["… and 3 more, not sent"])
  }
}
