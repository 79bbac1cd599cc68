import SluiceWire

/// Recognizes what programs did before they were watched, and counts it.
///
/// A program that connects sends its last commits, without their changes, and then its state. Those
/// from before the Explorer listened are a single line of the log; a program that begins later has
/// none.
struct EarlierCommits {
  /// What one program did, from `hello` until its state.
  private struct Backlog {
    var last: Int
    var first: Int?
    var end = 0
    var commits = 0
    var hasEffects = false
  }

  /// What to do with an event.
  enum Verdict {
    case show
    /// Shows first that there were earlier commits.
    case showAfter(String)
    case omit
  }

  /// The number of commits above which a session's are omitted, whose beginning isn't known.
  private static let most = 10

  /// When the Explorer began to listen, in microseconds since 1970; `nil` for a session file.
  private let beginning: Int64?
  private var backlogs: [String: Backlog] = [:]

  init(since beginning: Int64?) {
    self.beginning = beginning
  }

  mutating func take(_ event: HubEvent) -> Verdict {
    switch event {
    case .connected(let label, let hello):
      backlogs[label] = Backlog(last: hello.lastCommit)
      return .show
    case .problem, .answer:
      return .show
    case .disconnected(let label, _, _):
      return end(label)
    case .record(let label, _, let record):
      guard var backlog = backlogs[label] else { return .show }
      switch record {
      case .commit(let commit) where isEarlier(commit.time, backlog) && commit.reply == nil:
        guard commit.number <= backlog.last else { return end(label) }
        let count = max(commit.count, 1)
        backlog.first = backlog.first ?? max(commit.number - count + 1, 1)
        backlog.end = commit.number
        backlog.commits = WireNumber.sum(backlog.commits, count)
        backlogs[label] = backlog
        return .omit
      case .effect(let effect) where isEarlier(effect.time, backlog):
        backlog.hasEffects = true
        backlogs[label] = backlog
        return .omit
      case .diagnostic, .reads:
        return .show
      case .commit, .effect:
        // Of now, on its way to the state.
        return .show
      case .hello, .state, .dropped, .bye, .welcome, .dispatch, .restore, .pause, .resume,
        .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
        return end(label)
      }
    }
  }

  private func isEarlier(_ time: Int64, _ backlog: Backlog) -> Bool {
    beginning.map { time < $0 } ?? (backlog.last > Self.most)
  }

  private mutating func end(_ label: String) -> Verdict {
    guard let backlog = backlogs.removeValue(forKey: label) else { return .show }
    if let first = backlog.first {
      let count = NumberText.count(backlog.commits, "earlier action")
      let range = first == backlog.end ? "\(first)" : "\(first) to \(backlog.end)"
      return .showAfter(
        "… \(count), \(range): --backlog shows \(first == backlog.end ? "it" : "them")"
      )
    }
    return backlog.hasEffects ? .showAfter("… earlier effects: --backlog shows them") : .show
  }
}
