extension Load {
  /// Puts a program and an Explorer under load, and prints the results and whether the goals hold.
  static func judge(for time: Duration) throws -> Bool {
    let report = try run(for: time)
    let rate = report.commitsPerSecond
    print(
      """
      \(report.commits) commits of 1 KB of state in \(Figure.plain(report.seconds)) s: \
      \(Figure.plain(rate)) a second, each printed by log --json; the state that follows from what \
      is printed is the program's. Goal: at least \(Figure.plain(goal)). \(rate >= goal ? "yes" : "NO")

      The 99th percentile of a dispatch, with
      """
    )
    var holds = rate >= goal
    let base = try Latency.percentile99(.none)
    for explorer in Latency.Explorer.allCases {
      let time = explorer == .none ? base : try Latency.percentile99(explorer)
      let isJudged = explorer != .none && explorer != .watching
      let isKept = time <= 2 * base
      let verdict = isJudged ? "  ≤ 2 × \(isKept ? "yes" : "NO")" : ""
      print("  \(explorer.rawValue): \(Figure.plain(time)) ns\(verdict)")
      if isJudged, !isKept { holds = false }
    }
    return holds
  }
}

extension Row {
  /// The whole path of a commit, from the dispatch to a line on standard output.
  static var load: [Row] {
    [
      Row(
        "dispatched, sent and printed by log --json, 1 KB of state",
        unit: "µs a commit",
        goal: .amount(atMost: 20, unit: "µs a commit")
      ) {
        1_000_000 / (try Load.run(for: .seconds(2)).commitsPerSecond)
      }
    ]
  }
}
