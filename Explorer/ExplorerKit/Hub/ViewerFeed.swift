import SluiceWire

/// The lines for a viewer, and the commits left out because it is slow or has paused a program.
///
/// Pure: collects lines, which the owner writes. Beyond the limit, counts commits instead, program
/// by program; when there is space again, `dropped` states how many, and a `state` follows. Events of
/// effects are left out, too; if no commit was, the `state` comes alone.
struct ViewerFeed {
  /// The commits of a program that were left out.
  private struct Gap {
    var commits: WireRecord.Dropped?

    mutating func add(_ record: WireRecord, because reason: WireRecord.Dropped.Reason) {
      if case .commit(let commit) = record {
        let first = max(1, commit.number - commit.count + 1)
        add(count: commit.count, from: first, to: commit.number, reason)
      } else if case .dropped(let dropped) = record {
        add(count: dropped.count, from: dropped.from, to: dropped.to, dropped.reason)
      }
    }

    private mutating func add(
      count: Int,
      from: Int,
      to: Int,
      _ reason: WireRecord.Dropped.Reason?
    ) {
      let isSame = commits == nil || commits?.reason == reason
      commits = WireRecord.Dropped(
        count: WireNumber.sum(commits?.count ?? 0, count),
        from: commits?.from ?? from,
        to: to,
        reason: isSame ? reason : nil
      )
    }
  }

  /// The maximum number of pending bytes.
  let limit: Int
  /// The lines to write next.
  private var lines: [UInt8] = []
  private var gaps: [String: Gap] = [:]
  private var paused: Set<String> = []
  /// The bytes of the last part of the past, which may still be pending.
  private var pastBytes = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a line about a program, or counts its commits.
  ///
  /// - Parameter waiting: Bytes that were taken out and not written yet.
  /// - Returns: Whether it was added.
  mutating func add(
    _ line: [UInt8],
    _ record: WireRecord,
    of instance: String?,
    waiting: Int
  ) -> Bool {
    if let instance {
      switch record {
      case .commit, .dropped, .state, .effect, .diagnostic, .reads:
        // A state that answers is never left out.
        let isAnswer = if case .state(let state) = record { state.reply != nil } else { false }
        if !isAnswer, holdsBack(line, of: instance, waiting) {
          let reason = paused.contains(instance) ? WireRecord.Dropped.Reason.pause : .viewer
          gaps[instance, default: Gap()].add(record, because: reason)
          return false
        }
      case .hello, .disconnected:
        // A stream ends: its pause and its gap end with it.
        announceGap(of: instance)
        paused.remove(instance)
      case .bye, .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .question, .answer,
        .error, .problem, .live, .mark, .unknown:
        // Answers and problems are few, and never left out.
        break
      }
    }
    lines += line
    return true
  }

  /// Adds an answer, which is never left out.
  mutating func add(_ lines: [UInt8]) {
    self.lines += lines
  }

  /// Adds an answer or a part of the past, which is never left out.
  ///
  /// - Precondition: The one before was read, but for a small rest.
  mutating func add(past lines: [UInt8]) {
    self.lines += lines
    pastBytes = lines.count
  }

  private func holdsBack(_ line: [UInt8], of instance: String, _ waiting: Int) -> Bool {
    if gaps[instance] != nil || paused.contains(instance) { return true }
    let count = lines.count + waiting
    return count > 0 && count + line.count > limit
  }

  /// Leaves out a program's commits until it is resumed.
  mutating func pause(_ instance: String) {
    paused.insert(instance)
  }

  /// Goes on with a program, behind ``resynchronize(_:with:)``.
  mutating func resume(_ instance: String) {
    paused.remove(instance)
  }

  /// Whether far more than the limit is pending, apart from a part of the past.
  func isStalled(waiting: Int) -> Bool {
    lines.count + waiting - pastBytes > 2 * limit + LineLimit.standardRecord.bytes
  }

  /// Returns a program whose commits were left out, and for which there is space now.
  func programToResynchronize(waiting: Int) -> String? {
    guard !gaps.isEmpty, lines.count + waiting <= limit / 2 else { return nil }
    return gaps.keys.first { !paused.contains($0) }
  }

  /// Announces the commits that were left out, and adds the program's current state.
  ///
  /// - Parameter state: The line of the state; nil while it is not known, and will come by itself.
  mutating func resynchronize(_ instance: String, with state: [UInt8]?) {
    announceGap(of: instance)
    if let state { lines += state }
  }

  private mutating func announceGap(of instance: String) {
    guard let gap = gaps.removeValue(forKey: instance), let commits = gap.commits else { return }
    lines += WireEnvelope(instance: instance, .dropped(commits)).line()
  }

  var isEmpty: Bool { lines.isEmpty }

  /// The number of bytes to write.
  var count: Int { lines.count }

  /// Removes and returns the lines to write.
  mutating func takeLines() -> [UInt8] {
    defer { lines = [] }
    return lines
  }
}
