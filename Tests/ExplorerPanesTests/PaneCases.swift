import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// Every pane, on every history, at a width.
struct PaneCase: CustomStringConvertible, Sendable {
  let description: String
  let lines: @Sendable (_ history: History, _ width: Int) -> [PaneLine]

  static let all: [PaneCase] = [
    PaneCase(description: "rows") { history, width in
      CommitRow.lines(of: rows(history), .init(.sinceLast, lastNumber: 4_000, width: width))
    },
    PaneCase(description: "head") { history, width in
      [HeadLines.line(of: head(history), width: width)]
        + pins(history).map { HeadLines.line(of: $0, width) }
    },
    PaneCase(description: "commit") { history, width in
      commits(history).flatMap {
        CommitPane.lines(of: $0, history.descent(of: $0.number), width: width)
      }
    },
    PaneCase(description: "changes") { history, width in
      commits(history).flatMap { ChangesPane.lines(of: $0, width: width) }
    },
    PaneCase(description: "state") { history, width in
      [5, 7, 10].flatMap { StatePane.lines(of: state(history, after: $0), width: width) }
    },
    PaneCase(description: "blame") { history, width in
      [1, 5].flatMap { number in
        var content = state(history, after: number)
        content.blame = StateBlame(history, at: number)
        return StatePane.lines(of: content, width: width)
      }
    },
    PaneCase(description: "cause") { history, width in
      [1, 2, 4, 5].compactMap { history.descent(of: $0) }.flatMap {
        CausePane.lines(of: $0, width: width)
      }
    },
    PaneCase(description: "runs") { history, width in
      var content = RunsPane.Content(
        runs: history.runs(in: 0...100),
        now: PaneHistory.time + 12_000_000,
        commit: 4,
        commitTime: PaneHistory.time + 4_000_000
      )
      for commit in commits(history) {
        content.statistics.take(.record(label: "Todo", instance: "1", .commit(commit)))
      }
      let pane = RunsPane(of: content, width: width)
      return pane.lines + pane.axis
    },
    PaneCase(description: "compare") { history, width in
      [(0, 5), (5, 7), (3, 3)].compactMap { Answer.Difference(history, from: $0, to: $1) }.flatMap {
        CommitPane.lines(of: $0, width: width)
      }
    },
    PaneCase(description: "help") { _, width in
      let moving: [HelpPane.Entry] = [
        ("j ↓", "One line down."), ("k ↑", "One line up."), ("PgDn ctrl-f", "One page down."),
      ]
      let past: [HelpPane.Entry] = [("w", "To the commit that made the value so.")]
      return HelpPane.lines(of: [("Moving", moving), ("The past", past)], width: width)
    },
  ]

  static func commits(_ history: History) -> [WireRecord.Commit] {
    (0...12).compactMap { number in
      history.commit(number).flatMap { $0.number == number ? $0 : nil }
    }
  }

  private static func state(_ history: History, after number: Int) -> StatePane.Content {
    StatePane.Content(
      state: history.state(after: number),
      asked: number,
      changes: history.commit(number)?.changes ?? []
    )
  }

  static func rows(_ history: History) -> [CommitRow.Content] {
    var rows: [CommitRow.Content] = []
    var time: Int64?
    for number in 0...12 {
      if let commit = history.commit(number), commit.number == number {
        rows.append(
          .init(
            event: .commit(commit),
            previousTime: time,
            hasFailed: history.runs(setOffBy: number).contains { $0.end == .failed },
            isMarked: number == 3
          )
        )
        time = commit.time
      } else if let gap = history.gap(at: number), gap.numbers.upperBound == number {
        rows.append(.init(event: .gap(gap)))
      }
    }
    return rows
  }

  private static func pins(_ history: History) -> [HeadLines.Pin] {
    let tree = history.state(after: 5)?.tree
    func pin(
      _ path: TreePath,
      _ value: Tree?,
      or other: History.PathValue,
      _ numbers: [NumericValue?] = []
    ) -> HeadLines.Pin {
      .init(path: StatePath(path), value: value.map { .value($0) } ?? other, numbers: numbers)
    }
    return [
      pin(["total"], tree?["total"], or: .missing, [3, 4, nil, 12]),
      pin([], tree, or: .unknown), pin(["user", "a\u{1B}"], nil, or: .unknown),
      pin(["rtl\u{202E}"], tree?["rtl\u{202E}"], or: .missing),
    ]
  }

  private static func head(_ history: History) -> HeadLines.Content {
    let runs = history.runs(in: 0...100)
    return HeadLines.Content(
      program: commits(history).first?.action.type ?? "Todo",
      store: "main",
      commits: 1_204,
      rate: 12,
      runs: runs.count { $0.end == nil },
      longest: runs.first { $0.end == nil }?.effect ?? "",
      failed: runs.count { $0.end == .failed },
      dropped: history.gaps.count,
      programs: 2,
      isFollowing: true,
      heldBack: history.gaps.isEmpty ? 1_204 : nil,
      filter: "type:Add* and not failed"
    )
  }
}
