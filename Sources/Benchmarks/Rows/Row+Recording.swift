extension Row {
  /// A daemon that records itself: what is in the file, and what it costs.
  static var recording: [Row] {
    let name = "recording 5,000 updates a second, 100,000 entities"
    return [
      Row(
        "5,000 dispatches as they come into a recording, 1,000 entities",
        unit: "missing",
        goal: .amount(atMost: 0, unit: "missing")
      ) {
        let report = try GridRun(meters: 1_000).run(readings: 5_000)
        try expect("dispatches", report.commits, is: 5_000)
        return Double(report.missing)
      },
      steady("\(name), commits", "missing", goal: 0) { Double($0.missing) },
      steady("\(name), late at the end", "ms", goal: 100) { $0.delay / .milliseconds(1) },
      steady("\(name), CPU of all threads", "µs a commit", goal: nil) {
        $0.cores * $0.seconds * 1_000_000 / Double($0.commits)
      },
      steady("\(name), resident memory beyond the state's", "MiB", goal: 32) { report in
        report.growth.map { Double($0) / 1_048_576 }
      },
    ]
  }

  private static func steady(
    _ name: String,
    _ unit: String,
    goal: Double?,
    _ amount: @escaping (GridRun.Report) -> Double?
  ) -> Row {
    Row(name, unit: unit, goal: goal.map { .amount(atMost: $0, unit: unit) }) { effort in
      amount(try GridRun(meters: 100_000, pace: 5_000).run(for: effort.roundTime * effort.rounds))
    }
  }
}
