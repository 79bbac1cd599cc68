import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct CommitTests {
  @Test func `a history knows causes, and everything that a commit led to`() throws {
    let history = PaneHistory.varied
    #expect(
      (1...11).map { history.entry($0)?.entry.cause } == [
        nil, 1, nil, nil, 4, nil, nil, nil, nil, nil, 5,
      ]
    )
    let descent = try #require(history.descent(of: 4))
    #expect(descent.chain.map(\.number) == [4])
    #expect(descent.descendants.map(\.number) == [5, 11])
    #expect(descent.runs.map(\.run) == [2, 3, 4])
    let short = try #require(history.descent(of: 4, atMost: 1))
    #expect(short.descendants.map(\.number) == [5])
    #expect([descent.isCut, short.isCut] == [false, true])
    #expect(history.descent(of: 7) == nil)
  }

  @Test func `a chain of thousands and a tree of thousands are bounded`() throws {
    let commits = (1...3_000).map { number in
      PaneHistory.commit(number, .init(type: "Next")) {
        if number > 1 { $0.cause = .init(commit: number - 1) }
      }
    }
    let history = PaneHistory.history([PaneHistory.state(0, [:])] + commits)
    let up = CausePane.lines(of: try #require(history.descent(of: 3_000)), width: 40)
    #expect([up.first?.text, up.last?.text] == ["… 2,800 earlier commits", "▶ 3000 Next"])
    #expect(up.count == 400)
    let down = CausePane.lines(of: try #require(history.descent(of: 1)), width: 40)
    #expect(down.last?.text == "… and more")
    #expect(down.count == 502)
    #expect(down.allSatisfy { $0.columns <= 40 })
  }

  @Test func `the paths of changes are those in the state after all of them`() throws {
    var commit = WireRecord.Commit(number: 1, time: 0, action: .init(type: "A"))
    commit.changes = [
      .set(["list", 1, "a"], old: 1, new: 2), .add(["list", 0], ["id": 9, "a": 0]),
      .move(["list", 2], to: 0), .remove(["list", 2], old: nil),
    ]
    let state: Tree = ["list": [["id": 5, "a": 2], ["id": 9, "a": 0]]]
    let targets = ChangesPane.lines(of: commit, after: state, width: 80).map(\.target?.path)
    let paths = ["list[id:5].a", "list[id:9]", "list[id:5]", "list[2]"]
    #expect(targets == (try paths.map { try StatePath(parsing: $0) }))
    let unknown = ChangesPane.lines(of: commit, width: 80).map(\.target?.path?.description)
    #expect(unknown == ["list[0].a", "list[1]", "list[0]", "list[2]"])
  }

  @Test func `commits show the time of day instead of the time that has passed`() {
    func first(_ width: Int, last: Int = 12) -> String {
      let rows = PaneCase.rows(PaneHistory.varied)
      let columns = CommitRow.Columns(.ofDay, lastNumber: last, width: width)
      return CommitRow.lines(of: rows, columns)[0].text
    }
    #expect(first(120, last: 4_000).contains(#/^   1 \d\d:\d\d:\d\d\.000    AddTodo/#))
    #expect(first(66).contains(#/^ 1 :\d\d\.000    AddTodo/#))
    #expect(first(30).hasPrefix(" 1    Add"))
  }

  @Test func `changes that were not sent are counted`() {
    var commit = WireRecord.Commit(number: 1, time: 0, action: .init(type: "A"))
    commit.omittedChanges = 3
    let lines = ChangesPane.lines(of: commit, width: 80).map(\.text)
    #expect(lines == ["… and 3 more, not sent"])
  }
}
