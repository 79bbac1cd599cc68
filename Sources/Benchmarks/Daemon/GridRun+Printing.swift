extension GridRun {
  private static let pace = 5_000.0
  private static let mebibyte = 1_048_576.0
  /// Shares of the readings, and how much longer these may take when they are recorded.
  private static let tailGoals = [(share: 0.99, factor: 3.0), (0.999, 5.0)]

  /// Runs the daemon of the page *A state at scale*, and prints the results and whether the goals
  /// hold.
  static func judge(for time: Duration, megabytes: Int?) throws -> Bool {
    let run = GridRun(meters: 100_000, pace: pace, megabytes: megabytes)
    let unrecorded = run.runUnrecorded(for: min(time, .seconds(60)))
    let report = try run.run(for: time)
    let due = Int(time / .seconds(1) * pace)
    let isOnTime = report.delay <= .milliseconds(100)
    let growth = report.growth.map { Double($0) / mebibyte }
    let isWhole: Bool
    let inFile: String
    if let megabytes {
      isWhole = report.mostFileBytes <= megabytes * 1_000_000 && report.complaints == 0
      inFile = """
        both files: at most \(Figure.plain(Double(report.mostFileBytes) / 1_000_000)) MB, \
        diagnostics: \(report.complaints)  ≤ \(megabytes) MB and 0 \(isWhole ? "yes" : "NO")
        """
    } else {
      isWhole = report.missing == 0
      inFile = """
        in the file with action and changes: \(report.written)  all \(isWhole ? "yes" : "NO"), \
        \(Figure.plain(Double(report.fileBytes) / mebibyte)) MiB
        """
    }
    let isRestartedSoon = report.restart <= .seconds(1)
    let isSmall = growth.map { $0 <= 32 } ?? true
    let tails = tailGoals.map { share, factor in
      let (plain, recorded) = (unrecorded.time(share), report.time(share))
      return (share, plain / 1_000, recorded / 1_000, factor, recorded <= factor * plain)
    }
    let areFast = tails.allSatisfy { $0.4 }
    print(
      """
      \(report.commits) commits of \(due) that were due in \(Figure.plain(report.seconds)) s, over \
      100,000 meters with \(GridDaemon.watchedCount) sinks by id and a metrics interceptor
      \(inFile)
      the daemon restarts from it to the same state in \
      \(Figure.plain(report.restart / .milliseconds(1))) ms  ≤ 1,000 \
      \(isRestartedSoon ? "yes" : "NO")
      the first state and reading are written after \
      \(Figure.plain(report.beginning / .milliseconds(1))) ms
      late: \(Figure.plain(report.delay / .milliseconds(1))) ms at the end, at most \
      \(Figure.plain(report.longestDelay / .milliseconds(1))) ms  ≤ 100 at the end \
      \(isOnTime ? "yes" : "NO")
      written after the last reading: \(Figure.plain(report.flushing / .milliseconds(1))) ms
      resident memory beyond the state's: \(growth.map(Figure.plain) ?? "unknown") MiB  ≤ 32 \
      \(isSmall ? "yes" : "NO")
      processor: \(Figure.plain(report.cores)) cores, \(Figure.plain(unrecorded.cores)) unrecorded
      """
    )
    for (share, plain, recorded, factor, holds) in tails {
      print(
        """
        \(Figure.plain(share * 100)) % of the readings took at most \(Figure.plain(recorded)) µs, \
        unrecorded \(Figure.plain(plain))  ≤ \(Figure.plain(factor)) times \(holds ? "yes" : "NO")
        """
      )
    }
    return isWhole && isOnTime && isSmall && areFast && isRestartedSoon
  }
}
