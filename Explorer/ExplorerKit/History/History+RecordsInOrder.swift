import SluiceWire

extension History {
  /// The number of commits and gaps behind a commit; `nil` for all.
  func entryCount(after number: Int?) -> Int {
    segments.reduce(0) { $0 + $1.entries(after: number).count }
  }

  /// Calls the closure with a part of what is held as records, in the order in which they came: states,
  /// commits, gaps, and the events of effects after each of them.
  ///
  /// - Parameters:
  ///   - number: The commit behind which to begin; `nil` for the beginning.
  ///   - count: The number of commits and gaps after which to end.
  /// - Returns: The number of the last commit in the part.
  func forEachRecord(
    after number: Int?,
    atMost count: Int,
    _ body: (WireRecord) -> Void
  ) -> Int? {
    var part: [(segment: Segment, entries: ArraySlice<Entry>)] = []
    var rest = count
    for segment in segments where rest > 0 {
      let entries = segment.entries(after: number).prefix(rest)
      // The state is passed where a segment is entered.
      if entries.isEmpty, segment.lastNumber <= number ?? .min { continue }
      part.append((segment, entries))
      rest -= entries.count
    }
    let end: Int = rest > 0 ? .max : part.last?.entries.last?.number ?? .max
    let begin: Int = number.map { $0 < .max ? $0 + 1 : $0 } ?? .min
    var events = runs.events(in: begin...end)[...]
    func passEvents(before next: Int) {
      while let event = events.first, event.number < next {
        body(.effect(event.effect))
        events = events.dropFirst()
      }
    }
    for (segment, entries) in part {
      if entries.startIndex == segment.entries.startIndex, let tree = segment.tree {
        body(.state(.init(number: segment.number, state: tree)))
      }
      for entry in entries {
        passEvents(before: entry.number)
        body(segment.record(entry))
      }
    }
    passEvents(before: .max)
    guard end == .max else { return end }
    if let missing, let lastNumber, missing.numbers.lowerBound <= lastNumber {
      let numbers = missing.numbers.lowerBound...lastNumber
      body(.dropped(numbers, missing.reason))
    }
    return lastNumber
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
    return .dropped(gap.numbers, gap.reason)
  }
}

extension WireRecord {
  fileprivate static func dropped(
    _ numbers: ClosedRange<Int>,
    _ reason: Dropped.Reason?
  ) -> WireRecord {
    .dropped(
      Dropped(
        count: numbers.count,
        from: numbers.lowerBound,
        to: numbers.upperBound,
        reason: reason
      )
    )
  }
}
