import SluiceTree
package import SluiceWire

extension History {
  /// A part of a history as records, from which another history can be built.
  package struct Page: Sendable {
    /// In the order in which they would have come from the program.
    package fileprivate(set) var records: [WireRecord] = []
    /// The last commit that the records cover, behind which the next page begins; `nil` if nothing is
    /// held.
    package fileprivate(set) var last: Int?
    /// Whether the range goes on behind ``last``.
    package fileprivate(set) var hasMore = false
  }

  /// The extent of a page, which begins with the state there if it begins with the oldest commit.
  struct PageRange: Hashable, Sendable {
    /// The commit behind which it begins; `nil` for the oldest that is held.
    var after: Int?
    /// The maximum number of commits.
    var commits = 512
    /// The number of bytes in which commits, states and effects' events are held after which the page
    /// ends, about half of what their lines have.
    ///
    /// Each page has at least one commit or gap. What has one number is in one page.
    var bytes = 64 << 10
  }

  /// Returns the next records of a range.
  ///
  /// Costs what it returns. Repeats events of effects that came while the commit in front of the page was
  /// the last one; another history ignores them.
  func page(_ range: PageRange) -> Page {
    guard let numbers else { return Page() }
    var writer = PageWriter(self, range, numbers)
    return writer.page()
  }
}

/// Collects the records of a page.
private struct PageWriter {
  /// What follows on a commit number.
  private struct Step {
    let number: Int
    var records: [WireRecord]
  }

  private let history: History
  private let range: History.PageRange
  /// The last commit.
  private let end: Int
  private var steps: [Step] = []
  /// The last commit covered so far.
  private var covered: Int
  /// The number of commits and gaps so far.
  private var commits = 0
  /// The bytes so far, as they are held.
  private var bytes = 0
  private var place: History.Position
  /// The first number whose effects' events are included.
  private let firstEvents: Int

  init(_ history: History, _ range: History.PageRange, _ numbers: ClosedRange<Int>) {
    self.history = history
    self.range = range
    end = numbers.upperBound
    let after = min(range.after ?? .min, numbers.upperBound)
    guard after >= numbers.lowerBound else {
      place = History.Position(segment: 0, count: 0)
      covered = numbers.lowerBound
      firstEvents = .min
      appendState(of: history.segments[0])
      return
    }
    firstEvents = after
    covered = after
    let segment = max(history.segments.partition { $0.number > after } - 1, 0)
    let count = history.segments[segment].entries.partition { $0.number > after }
    place = History.Position(segment: segment, count: count)
    // The commit may have been received before the state that ended a gap.
    if segment > 0, history.segments[segment].number == after,
      history.segments[segment - 1].endsUnknown
    {
      appendState(of: history.segments[segment])
    }
  }

  /// The bytes of an event of an effect, about.
  private static let eventBytes = 96

  /// The numbers after which the events of effects are included so far.
  private var eventNumbers: ClosedRange<Int> { firstEvents...max(covered, firstEvents) }

  /// Whether the page ends before the next number.
  private var isFull: Bool {
    if commits >= range.commits { return true }
    guard commits > 0 else { return false }
    return bytes + history.runs.eventCount(in: eventNumbers) * Self.eventBytes >= range.bytes
  }

  mutating func page() -> History.Page {
    var page = History.Page()
    page.hasMore = appendEntries()
    if !page.hasMore { appendGap(upTo: end) }
    page.last = covered
    page.records = merged()
    return page
  }

  /// Appends the entries of the range that fit.
  ///
  /// - Returns: Whether there are more.
  private mutating func appendEntries() -> Bool {
    while place.segment < history.segments.count {
      let segment = history.segments[place.segment]
      while place.count < segment.entries.count {
        let entry = segment.entries[place.count]
        if entry.number > end { return false }
        // What has one number is in one page: the next one begins behind the number.
        if isFull, entry.number > covered { return true }
        append(entry, of: segment)
        commits += 1
        bytes += segment.length(ofEntryAt: place.count)
        place.count += 1
      }
      place = History.Position(segment: place.segment + 1, count: 0)
      guard place.segment < history.segments.count else { return false }
      let next = history.segments[place.segment]
      if next.number > end { return false }
      // The first state that is known; behind a gap, it came with the gap.
      if segment.endsUnknown, segment.lastGap == nil, next.hasTree {
        if isFull, next.number > covered { return true }
        appendGap(upTo: next.number)
        appendState(of: next)
        commits += 1
      }
    }
    return false
  }

  private mutating func append(_ entry: History.Entry, of segment: History.Segment) {
    guard entry.kind != .gap else {
      appendGap(upTo: entry.number)
      let next = place.segment + 1
      if next < history.segments.count, !isFull || !isReplaced(history.segments[next]) {
        appendState(of: history.segments[next])
      }
      return
    }
    var commit = segment.commit(entry)
    appendGap(upTo: commit.number - max(commit.count, 1))
    commit.changes = commit.changes.map { $0.withoutLongOld() }
    commit.reply = nil
    covered = max(covered, commit.number)
    append(.commit(commit))
    for reads in history.reads.records(of: commit) {
      bytes += ReadTable.bytes(of: reads)
      append(.reads(reads))
    }
  }

  /// Whether another state with the same number follows on that of a segment.
  private func isReplaced(_ segment: History.Segment) -> Bool {
    segment.entries.first.map { $0.kind == .gap && $0.number == segment.number } ?? false
  }

  private mutating func appendState(of segment: History.Segment) {
    if let tree = segment.tree { appendState(tree, bytes: segment.treeBytes) }
  }

  private mutating func appendState(_ tree: Tree, bytes: Int) {
    self.bytes += bytes
    append(.state(WireRecord.State(number: covered, state: tree)))
  }

  /// Announces the commits up to a number that are not held.
  private mutating func appendGap(upTo number: Int) {
    guard number > covered else { return }
    let gap = WireRecord.Dropped(covered + 1...number, reason: reasonOfGap())
    covered = number
    append(.dropped(gap))
  }

  /// Returns why commits in front of the place are missing.
  private func reasonOfGap() -> WireRecord.Dropped.Reason? {
    // Entries of a gap are the last of their segments.
    for segment in history.segments.dropFirst(place.segment) {
      if let gap = segment.lastGap { return gap.reason }
      // The state behind the gap: the one in front has the number that is covered.
      if segment.hasTree, segment.number > covered { return nil }
    }
    return history.missing?.reason
  }

  private mutating func append(_ record: WireRecord) {
    if steps.last?.number == covered {
      steps[steps.count - 1].records.append(record)
    } else {
      steps.append(Step(number: covered, records: [record]))
    }
  }

  /// Returns the records with the effects' events between them.
  private func merged() -> [WireRecord] {
    var events = history.runs.events(in: eventNumbers)[...]
    var records: [WireRecord] = []
    for step in steps {
      while let event = events.first, event.number < step.number {
        records.append(.effect(event.effect))
        events.removeFirst()
      }
      records += step.records
    }
    return records + events.map { .effect($0.effect) }
  }
}

extension History.Segment {
  /// Whether the state behind it does not follow from its changes.
  fileprivate var endsUnknown: Bool { !hasTree || lastGap != nil }
}
