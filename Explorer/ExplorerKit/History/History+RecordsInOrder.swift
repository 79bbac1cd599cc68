import SluiceWire

extension History {
  /// The number of commits and gaps behind a commit; `nil` for all.
  func entryCount(after number: Int?) -> Int {
    segments.reduce(0) { count, segment in
      let isBehind = number.map { $0 < segment.number } ?? true
      return count + (isBehind ? segment.count : segment.entries(after: number).count)
    }
  }

  /// A place in what is held, behind records that were passed.
  struct RecordPosition: Hashable, Sendable {
    /// The number of the last commit that was passed.
    fileprivate(set) var number: Int?
    /// The number of events of effects that were passed.
    fileprivate var events = 0
  }

  /// Calls the closure with a part of what is held as records, in the order in which they came: states,
  /// commits, gaps, and the events of effects after each of them.
  ///
  /// - Parameters:
  ///   - position: What was passed before; `nil` for nothing.
  ///   - count: The number of commits and gaps after which to end.
  /// - Returns: The position behind the part.
  func forEachRecord(
    after position: RecordPosition?,
    atMost count: Int,
    _ body: (WireRecord) -> Void
  ) -> RecordPosition {
    var position = position ?? RecordPosition()
    var part: [(segment: Segment, entries: ArraySlice<Entry>)] = []
    var rest = count
    for segment in segments where rest > 0 {
      let entries = segment.entries(after: position.number).prefix(rest)
      // The state is passed where a segment is entered.
      if entries.isEmpty, segment.lastNumber <= position.number ?? .min { continue }
      part.append((segment, entries))
      rest -= entries.count
    }
    func passEvents(before next: Int) {
      position.events = runs.forEachEvent(from: position.events, before: next) { body(.effect($0)) }
    }
    for (segment, entries) in part {
      if entries.startIndex == segment.entries.startIndex, let tree = segment.tree {
        body(.state(.init(number: segment.number, state: tree)))
      }
      for entry in entries {
        passEvents(before: entry.number)
        body(segment.record(entry))
        position.number = entry.number
      }
    }
    guard rest > 0, let lastNumber else { return position }
    passEvents(before: .max)
    if let missing,
      max(missing.numbers.lowerBound, position.number.map { $0 + 1 } ?? .min) <= lastNumber
    {
      body(.dropped(.init(missing.numbers.lowerBound...lastNumber, reason: missing.reason)))
    }
    position.number = lastNumber
    return position
  }
}

extension History.Segment {
  /// The entries behind a commit; `nil` for all.
  fileprivate func entries(after number: Int?) -> ArraySlice<History.Entry> {
    if let number, number >= lastNumber, number >= self.number { return [] }
    guard let number, number >= self.number else { return entries[...] }
    return entries.drop { $0.number <= number }
  }

  /// A commit or a gap, as a record.
  fileprivate func record(_ entry: History.Entry) -> WireRecord {
    guard entry.kind == .gap else { return .commit(commit(entry)) }
    let gap = gap(entry)
    return .dropped(.init(gap.numbers, reason: gap.reason))
  }
}
