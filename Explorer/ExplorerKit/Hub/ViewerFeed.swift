import SluiceWire

/// What a viewer is sent, and what it is not because it is slow or has paused a program.
///
/// Pure: bytes go into ``lines``, whose owner writes them. Once there is no room, commits are
/// counted instead, program by program; when there is room again, `dropped` says how many, and a
/// `state` mends the gap.
struct ViewerFeed {
  /// What a program did that the viewer was not told.
  private struct Gap {
    var commits: WireRecord.Dropped?

    mutating func add(_ record: WireRecord, because reason: WireRecord.Dropped.Reason) {
      switch record {
      case .commit(let commit):
        let first = max(1, commit.number - commit.count + 1)
        add(count: commit.count, from: first, to: commit.number, reason)
      case .dropped(let dropped):
        add(count: dropped.count, from: dropped.from, to: dropped.to, dropped.reason)
      default: break
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

  /// Bytes that may wait.
  let limit: Int
  /// What is to be written next; taken out by the owner.
  private var lines: [UInt8] = []
  private var gaps: [String: Gap] = [:]
  private var paused: Set<String> = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a line about a program, or counts what it says.
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
      case .commit, .dropped, .state, .effect:
        if record.reply == nil || !record.isState, holdsBack(line, of: instance, waiting) {
          let reason = paused.contains(instance) ? WireRecord.Dropped.Reason.pause : .viewer
          gaps[instance, default: Gap()].add(record, because: reason)
          return false
        }
      case .hello, .disconnected:
        // Another stream begins, or none: a pause and a gap are about the one that was.
        tellGap(of: instance)
        paused.remove(instance)
      default:
        // Answers and problems are few, and somebody waits for them.
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

  private func holdsBack(_ line: [UInt8], of instance: String, _ waiting: Int) -> Bool {
    if gaps[instance] != nil || paused.contains(instance) { return true }
    let count = lines.count + waiting
    return count > 0 && count + line.count > limit
  }

  /// Sends nothing more of what a program does, until it is resumed.
  mutating func pause(_ instance: String) {
    paused.insert(instance)
  }

  /// Goes on with a program, behind ``mend(_:with:)``.
  mutating func resume(_ instance: String) {
    paused.remove(instance)
  }

  /// Whether more waits than is kept for one who does not read.
  func isHopeless(waiting: Int) -> Bool {
    lines.count + waiting > 2 * limit + LineLimit.standardRecord.bytes
  }

  /// A program of which the viewer was not told all, and could be now.
  func programToMend(waiting: Int) -> String? {
    guard !gaps.isEmpty, lines.count + waiting <= limit / 2 else { return nil }
    return gaps.keys.first { !paused.contains($0) }
  }

  /// Tells what was not told of a program, and its state as it is now.
  ///
  /// - Parameter state: The line of the state; nil while it is not known, and will come by itself.
  mutating func mend(_ instance: String, with state: [UInt8]?) {
    tellGap(of: instance)
    if let state { lines += state }
  }

  private mutating func tellGap(of instance: String) {
    guard let gap = gaps.removeValue(forKey: instance), let commits = gap.commits else { return }
    lines += WireEnvelope(instance: instance, .dropped(commits)).line()
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Takes out what is to be written.
  mutating func takeLines() -> [UInt8] {
    defer { lines = [] }
    return lines
  }
}

extension WireRecord {
  fileprivate var isState: Bool {
    if case .state = self { true } else { false }
  }
}
