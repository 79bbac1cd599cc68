import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// Every pane, on every history, at a width.
struct PaneCase: CustomStringConvertible, Sendable {
  let name: String
  let lines: @Sendable (_ history: History, _ width: Int) -> [PaneLine]

  var description: String { name }

  static let all: [PaneCase] = [
    PaneCase(name: "rows") { history, width in
      CommitRow.lines(of: rows(history), .sinceLast, numberWidth: 4, width: width)
    },
    PaneCase(name: "head") { history, width in
      HeadLines.lines(of: head(history), width: width)
    },
    PaneCase(name: "action") { history, width in
      commits(history).flatMap { ActionPane.lines(of: $0, width: width) }
    },
    PaneCase(name: "changes") { history, width in
      commits(history).flatMap { ChangesPane.lines(of: $0, width: width) }
    },
    PaneCase(name: "state") { history, width in
      [5, 7, 10].flatMap { number in
        StatePane.lines(of: state(history, after: number), width: width)
      }
    },
    PaneCase(name: "blame") { history, width in
      [1, 5].flatMap { number in
        var content = state(history, after: number)
        content.blame = StateBlame(history, at: number)
        return StatePane.lines(of: content, width: width)
      }
    },
    PaneCase(name: "cause") { history, width in
      [1, 2, 4, 5].flatMap { number in
        history.descent(of: number).map { CausePane.lines(of: $0, width: width) } ?? []
      }
    },
    PaneCase(name: "effects") { history, width in
      let content = EffectsPane.Content(
        runs: history.runs(in: 0...100),
        now: PaneHistory.time + 12_000_000,
        commit: 4,
        commitTime: PaneHistory.time + 4_000_000
      )
      return EffectsPane.lines(of: content, width: width)
    },
    PaneCase(name: "statistics") { history, width in
      StatisticsPane.lines(of: statistics(history), width: width)
    },
    PaneCase(name: "compare") { history, width in
      let pairs = [(0, 5), (5, 7), (3, 3)]
      return pairs.flatMap { pair in
        Answer.Difference(history, from: pair.0, to: pair.1).map {
          CompareLines.lines(of: $0, width: width)
        } ?? []
      }
    },
    PaneCase(name: "dispatch") { history, width in
      let forms = commits(history).map { DispatchForm($0.action) } + [DispatchForm(type: "New")]
      return forms.flatMap { DispatchPane(of: $0, width: width).lines }
    },
    PaneCase(name: "help") { _, width in
      HelpPane.lines(
        of: [
          .init(
            title: "Moving",
            entries: [
              .init(keys: "j ↓", text: "One line down."), .init(keys: "k ↑", text: "One line up."),
              .init(keys: "PgDn ctrl-f", text: "One page down."),
            ]
          ),
          .init(
            title: "The past",
            entries: [.init(keys: "w", text: "To the commit that made the value so.")]
          ),
        ],
        width: width
      )
    },
  ]

  static func commits(_ history: History) -> [WireRecord.Commit] {
    (0...12).compactMap { number in
      history.commit(number).flatMap { $0.number == number ? $0 : nil }
    }
  }

  static func state(_ history: History, after number: Int) -> StatePane.Content {
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
            depth: history.chain(to: .commit(number)).count - 1,
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

  static func head(_ history: History) -> HeadLines.Content {
    HeadLines.Content(
      program: commits(history).isEmpty ? "Todo" : commits(history)[0].action.type,
      store: "main",
      commits: 1_204,
      rates: (0..<60).map { .integer(Int128($0 % 13)) },
      rate: 12,
      effectsAlive: history.runs(in: 0...100).count { $0.end == nil },
      dropped: history.gaps.count,
      isFollowing: true,
      heldBack: history.gaps.isEmpty ? 1_204 : nil,
      filter: "type:Add* and not failed",
      pins: pins(history)
    )
  }

  private static func pins(_ history: History) -> [HeadLines.Pin] {
    [
      .init(
        path: StatePath(["total"] as TreePath),
        value: history.state(after: 5)?.tree["total"].map { .value($0) } ?? .missing,
        numbers: [3, 4, nil, 12]
      ),
      .init(
        path: StatePath(),
        value: history.state(after: 5).map { .value($0.tree) } ?? .unknown,
        numbers: []
      ),
      .init(path: StatePath(["user", "a\u{1B}"] as TreePath), value: .unknown, numbers: []),
      .init(
        path: StatePath(["rtl\u{202E}"] as TreePath),
        value: history.state(after: 5)?.tree["rtl\u{202E}"].map { .value($0) } ?? .missing,
        numbers: []
      ),
    ]
  }

  private static func statistics(_ history: History) -> Statistics {
    var statistics = Statistics()
    for commit in commits(history) {
      statistics.take(.record(label: "Todo", instance: "1", .commit(commit)))
    }
    return statistics
  }
}
