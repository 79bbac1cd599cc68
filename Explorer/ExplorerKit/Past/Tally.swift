import SluiceWire

/// What is counted and collected of one store beside its history.
struct Tally: Sendable {
  /// The maximum number of things to collect.
  private static let maximalFiles = 500
  private static let maximalFileBytes = 4_096
  private static let maximalRuns = 100_000

  /// Whether anything is counted.
  let isCounting: Bool
  private(set) var statistics = Statistics()
  private(set) var rate = RecentRate()
  /// The time of the last commit, in microseconds since 1970.
  private(set) var lastTime = Int64.min
  /// The commits that set off a run that failed.
  private(set) var failed = NumberSet()
  /// The runs that are under way.
  private(set) var alive = NumberSet()
  /// The commits whose actions the program was asked to leave out.
  private(set) var omissions = Omissions()
  /// The number of commits that were not received.
  private(set) var dropped = 0
  /// The files that dispatched actions, for the completion of a filter.
  private(set) var files: Set<String> = []

  /// - Parameter isCounting: Whether anything is counted.
  init(isCounting: Bool) {
    self.isCounting = isCounting
  }

  /// The commits of each of the last sixty seconds.
  func rates(until now: Int64) -> [Int] {
    let end = max(lastTime, now)
    return end == .min ? [] : rate.counts(until: end)
  }

  /// Takes in a record that the history has.
  ///
  /// - Parameters:
  ///   - before: The number of the last commit before.
  ///   - last: The number of the last commit.
  ///   - time: When it came; `nil` if it was recorded.
  mutating func take(
    _ record: WireRecord,
    _ label: String,
    _ instance: String,
    after before: Int?,
    _ last: Int?,
    at time: Int64?
  ) {
    guard isCounting else { return }
    statistics.take(.record(label: label, instance: instance, record))
    switch record {
    case .state where last ?? .max < before ?? .min:
      beginAnew()
    case .commit(let commit) where last == commit.number && before != last: take(commit, at: time)
    case .dropped(let gap) where last == gap.to && before != last:
      dropped = WireNumber.sum(dropped, gap.count)
    case .effect(let effect): take(effect)
    case .hello, .state, .commit, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch,
      .restore, .pause, .resume, .snapshot, .question, .answer, .error, .problem, .disconnected,
      .live, .mark, .unknown:
      break
    }
  }

  /// Notes that the program was started anew.
  mutating func beginAnew() {
    (failed, alive, omissions) = (NumberSet(), NumberSet(), Omissions())
  }

  private mutating func take(_ commit: WireRecord.Commit, at time: Int64?) {
    let time = min(commit.time, time ?? .max)
    rate.add(max(commit.count, 1), at: time)
    lastTime = max(lastTime, time)
    omissions.take(commit)
    if let file = commit.origin?.file, files.count < Self.maximalFiles,
      file.utf8.count <= Self.maximalFileBytes
    {
      files.insert(file)
    }
  }

  private mutating func take(_ effect: WireRecord.Effect) {
    switch effect.event {
    case .started:
      if alive.count < Self.maximalRuns { alive.insert(effect.run) }
    case .retrying: break
    case .ended, .cancelled, .failed: alive.remove(effect.run)
    }
    guard effect.event == .failed, let commit = effect.commit else { return }
    if failed.count >= Self.maximalRuns { failed = NumberSet() }
    failed.insert(commit)
  }
}
