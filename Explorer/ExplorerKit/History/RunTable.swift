import SluiceWire

/// The runs of a store's effects.
struct RunTable: Sendable {
  /// The maximum number of bytes of errors and names, about.
  private static let maximumBytes = 32 << 20

  /// In the order in which they were first heard of.
  private(set) var runs: [History.Run] = []
  /// The indices of the runs under way, counted from the first run ever.
  private var alive: [Int: Int] = [:]
  /// The number of runs that were removed.
  private var removed = 0
  private var bytes = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// - Parameter number: The number of the last commit.
  mutating func take(_ effect: WireRecord.Effect, after number: Int) {
    if effect.event == .started {
      append(
        History.Run(effect: effect.effect, run: effect.run, commit: effect.commit),
        started: effect.time,
        after: number
      )
      return
    }
    if let index = alive.removeValue(forKey: effect.run) {
      runs[index - removed].end(effect, after: number)
    } else {
      // It started before anything was seen.
      var run = History.Run(effect: effect.effect, run: effect.run, commit: effect.commit)
      run.end(effect, after: number)
      append(run, started: nil, after: nil)
      alive[effect.run] = nil
    }
    bytes += effect.error?.utf8.count ?? 0
    shrink()
  }

  private mutating func append(_ run: History.Run, started time: Int64?, after number: Int?) {
    var run = run
    run.startTime = time
    run.startedAfter = number
    alive[run.run] = removed + runs.count
    runs.append(run)
    bytes += run.effect.utf8.count
    shrink()
  }

  /// Removes the oldest, many at a time.
  private mutating func shrink() {
    guard runs.count >= limit + limit / 8 + 64 || bytes > Self.maximumBytes, runs.count > 1
    else { return }
    let count = bytes > Self.maximumBytes ? runs.count / 2 : runs.count - limit
    for run in runs[..<count] {
      bytes -= run.effect.utf8.count + (run.error?.utf8.count ?? 0)
      if let index = alive[run.run], index < removed + count { alive[run.run] = nil }
    }
    runs.removeFirst(count)
    removed += count
  }
}
