import SluiceWire

/// Finds the commits whose actions a recording lacks: a pure state machine that consumes records.
struct RecordingGaps {
  /// Consecutive commits that are missing, and why.
  private struct Gap: CustomStringConvertible {
    let commits: ClosedRange<Int>
    let reason: String

    var description: String {
      commits.count == 1
        ? "commit \(commits.lowerBound): \(reason)"
        : "commits \(commits.lowerBound) to \(commits.upperBound): \(reason)"
    }
  }

  /// The maximum number of gaps that are listed.
  private static var maximumCount: Int { 12 }

  private var gaps: [Gap] = []
  private var gapCount = 0
  /// The number of commits that are missing.
  private(set) var commitCount = 0
  /// The last commit; `nil` before the first state, where the recording begins.
  private var lastNumber: Int?

  /// A line for each gap, but for a number of them.
  var lines: [String] {
    let more = gapCount - gaps.count
    return gaps.map(\.description) + (more > 0 ? ["… \(more) more"] : [])
  }

  mutating func take(_ record: WireRecord) {
    switch record {
    case .state(let state):
      if let lastNumber { add(lastNumber + 1, state.number, "missing") }
      lastNumber = state.number
    case .dropped(let dropped):
      guard let lastNumber else { return }
      add(max(dropped.from, lastNumber + 1), dropped.to, dropped.reason.text)
      self.lastNumber = max(lastNumber, dropped.to)
    case .commit(let commit):
      guard let lastNumber, commit.number > lastNumber else { return }
      let first = commit.number - min(max(commit.count, 1), commit.number) + 1
      add(lastNumber + 1, first - 1, "missing")
      add(max(first, lastNumber + 1), commit.number - 1, "joined to commit \(commit.number)")
      self.lastNumber = commit.number
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      break
    }
  }

  private mutating func add(_ first: Int, _ last: Int, _ reason: String) {
    guard first <= last else { return }
    commitCount = WireNumber.sum(commitCount, last - first + 1)
    gapCount += 1
    if gaps.count < Self.maximumCount { gaps.append(Gap(commits: first...last, reason: reason)) }
  }
}

extension WireRecord.Dropped.Reason? {
  fileprivate var text: String {
    switch self {
    case .room: "dropped, because they came faster than they were written"
    case .connection: "dropped, because no Explorer was connected"
    case .pause: "dropped, because an Explorer had paused the stream"
    case .viewer: "dropped, because the viewer read too slowly"
    case nil: "dropped"
    }
  }
}
