import ExplorerTerminal
import SluiceWire

/// What stands below the list: the runs that live, those that ran when the program ended, or the end of a recording.
struct RunningLines: Hashable, Sendable {
  private static let most = 3

  private(set) var lines: [PaneLine] = []

  /// - Returns: `nil` if nothing will stand there.
  init?(_ program: Program, _ watching: Watching) {
    let past = program.past
    let runs = past.aliveRuns(atMost: Self.most)
    lines = runs.map { run in
      var line =
        StyledText("  ▸ ", .effect) + StyledText(VisibleText(run.name).description, .effect)
      let time = run.timeText(until: past.now)
      if program.isConnected, let time {
        line.append(" runs \(time)")
      } else {
        line.append(" ran when it ended")
      }
      if let commit = run.commit { line.append("  ← \(commit)", .dim) }
      return PaneLine(line)
    }
    if let file = watching.file, !(watching.isPlaying && program.isConnected) {
      let length = past.length.map { ", " + $0 } ?? ""
      lines.insert(
        PaneLine("— the end of \(VisibleText(file))\(length) —", CellStyle(dim: true)),
        at: 0
      )
    }
    guard !lines.isEmpty || program.isConnected && !past.tally.statistics.effects.isEmpty else {
      return nil
    }
  }
}
