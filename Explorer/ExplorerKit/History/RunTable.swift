import SluiceWire

/// The runs of a store's effects.
struct RunTable: Sendable {
  /// The bytes of a run beside its texts and its events, about: its entry in the index included.
  private static let runBytes = MemoryLayout<History.Run>.stride + 2 * MemoryLayout<Int>.stride

  /// The start or the end of a run, or an attempt that failed.
  private struct Event {
    enum Kind {
      case start
      /// The place among all of the run's.
      case retry(Int)
      case end
    }

    /// The number of the last commit at that time.
    let number: Int
    /// The index of the run, counted from the first run ever.
    let run: Int
    let kind: Kind
  }

  /// In the order of their first events.
  private(set) var runs: [History.Run] = []
  /// In the order in which they came, which is that of the numbers.
  private var events: [Event] = []
  /// The index of the last run of each number, counted from the first run ever.
  private var indices: [Int: Int] = [:]
  /// The number of runs that were removed.
  private var removed = 0
  /// The number of events that were removed.
  private var removedEvents = 0
  /// The bytes of names, errors and attempts that failed.
  private var textBytes = 0
  private let limit: Int
  private let maximumBytes: Int

  /// - Parameters:
  ///   - limit: The number of runs that are held at least, within the bytes.
  ///   - bytes: The maximum number of bytes, about.
  init(limit: Int, bytes: Int) {
    self.limit = limit
    maximumBytes = bytes
  }

  /// The approximate memory size.
  var byteCount: Int {
    textBytes + runs.count * Self.runBytes + events.count * MemoryLayout<Event>.stride
  }

  /// Takes in an event, or ignores one that was taken in before.
  ///
  /// - Parameter number: The number of the last commit.
  mutating func take(_ effect: WireRecord.Effect, after number: Int) {
    let index = indices[effect.run].map { $0 - removed }
    assert(index.map(runs.indices.contains) ?? true)
    assert(events.last.map { $0.number <= number } ?? true)
    if effect.event == .started {
      if let index, runs[index].startTime == effect.time { return }
      append(
        History.Run(effect),
        started: effect.time,
        .start,
        after: number
      )
      return
    }
    if effect.event == .retrying { return retry(effect, of: index, after: number) }
    if let index, runs[index].end == nil {
      runs[index].end(effect, after: number)
      events.append(Event(number: number, run: removed + index, kind: .end))
    } else if let index, runs[index].end == effect.event, runs[index].endTime == effect.time {
      return
    } else {
      // It started before anything was seen.
      var run = History.Run(effect)
      run.end(effect, after: number)
      append(run, started: nil, .end, after: number)
    }
    textBytes += effect.error?.utf8.count ?? 0
    shrink()
  }

  private mutating func retry(_ effect: WireRecord.Effect, of index: Int?, after number: Int) {
    let retry = History.Run.Retry(effect)
    let index = index.map { $0 + removed }
    if let index {
      let run = runs[index - removed]
      if run.end != nil || run.retries.contains(retry) { return }
      append(retry, of: index, after: number)
    } else {
      // It started before anything was seen.
      append(History.Run(effect), started: nil, nil, after: number)
      append(retry, of: removed + runs.count - 1, after: number)
    }
    shrink()
  }

  /// - Parameter run: The index of the run, counted from the first run ever.
  private mutating func append(_ retry: History.Run.Retry, of run: Int, after number: Int) {
    events.append(Event(number: number, run: run, kind: .retry(runs[run - removed].retryCount)))
    textBytes += retry.byteCount
    let old = runs[run - removed].retry(retry)
    if old.isEmpty { return }
    for retry in old { textBytes -= retry.byteCount }
    let before = events.count
    let retried = runs[run - removed]
    events.removeAll { event in
      guard event.run == run, case .retry(let place) = event.kind else { return false }
      return retried.retry(at: place) == nil
    }
    removedEvents += before - events.count
  }

  private mutating func append(
    _ run: History.Run,
    started time: Int64?,
    _ kind: Event.Kind?,
    after number: Int
  ) {
    var run = run
    run.startTime = time
    if time != nil { run.startedAfter = number }
    indices[run.run] = removed + runs.count
    if let kind { events.append(Event(number: number, run: removed + runs.count, kind: kind)) }
    runs.append(run)
    textBytes += run.nameBytes
    shrink()
  }

  /// Returns the events that came after a commit in a range, with its number, in order.
  ///
  /// Costs what it returns, and a binary search.
  func events(in range: ClosedRange<Int>) -> [(number: Int, effect: WireRecord.Effect)] {
    events[places(of: range)].compactMap { event in record(of: event).map { (event.number, $0) } }
  }

  private func record(of event: Event) -> WireRecord.Effect? {
    let run = runs[event.run - removed]
    switch event.kind {
    case .start: return run.start
    case .retry(let place): return run.retry(at: place).map(run.record)
    case .end: return run.ending
    }
  }

  /// Calls the closure with the events from one on, counted from the first ever, that came before a commit.
  ///
  /// - Returns: The number of events that came before it.
  func forEachEvent(
    from first: Int,
    before number: Int,
    _ body: (WireRecord.Effect) -> Void
  ) -> Int {
    var place = max(first - removedEvents, 0)
    while place < events.count, events[place].number < number {
      let event = events[place]
      if let effect = record(of: event) { body(effect) }
      place += 1
    }
    return removedEvents + place
  }

  /// Returns the number of events that came after a commit in a range.
  func eventCount(in range: ClosedRange<Int>) -> Int { places(of: range).count }

  /// Returns the indices of the events that came after a commit in a range.
  private func places(of range: ClosedRange<Int>) -> Range<Int> {
    let first = events.partition { $0.number >= range.lowerBound }
    return first..<max(first, events.partition { $0.number > range.upperBound })
  }

  /// Returns the last run with a number.
  func run(_ number: Int) -> History.Run? {
    indices[number].map { runs[$0 - removed] }
  }

  /// Removes the oldest, many at a time.
  private mutating func shrink() {
    if byteCount > maximumBytes, runs.count > 1 { return removeOlderHalf() }
    // A sum might overflow.
    guard runs.count - limit >= limit / 8 + 64 else { return }
    removeFirst(runs.count - limit)
  }

  /// Removes the older half of the runs.
  mutating func removeOlderHalf() { removeFirst(runs.count / 2) }

  private mutating func removeFirst(_ count: Int) {
    for run in runs[..<count] {
      textBytes -= run.nameBytes + (run.error?.utf8.count ?? 0)
      for retry in run.retries { textBytes -= retry.byteCount }
      if let index = indices[run.run], index < removed + count { indices[run.run] = nil }
    }
    runs.removeFirst(count)
    removed += count
    let before = events.count
    events.removeAll { $0.run < removed }
    removedEvents += before - events.count
    assert(textBytes >= 0)
  }
}

extension History.Run {
  /// Creates the run that a record is about, of which nothing is known yet.
  fileprivate init(_ event: WireRecord.Effect) {
    self.init(
      effect: event.effect,
      element: event.element,
      run: event.run,
      commit: event.commit
    )
  }

  fileprivate var nameBytes: Int { effect.utf8.count + (element?.utf8.count ?? 0) }

  /// The event of its start; `nil` if that was not seen.
  fileprivate var start: WireRecord.Effect? { startTime.map { record(of: .started, at: $0) } }

  fileprivate func record(of retry: Retry) -> WireRecord.Effect {
    var record = record(of: .retrying, at: retry.time)
    record.duration = retry.duration
    record.error = retry.error
    record.attempt = retry.attempt
    record.wait = retry.wait
    return record
  }

  /// The event of its end; `nil` while it is under way.
  fileprivate var ending: WireRecord.Effect? {
    guard let end, let endTime else { return nil }
    var record = record(of: end, at: endTime)
    record.duration = duration
    record.error = error
    record.isAnswered = isAnswered
    return record
  }

  private func record(of event: WireRecord.Effect.Event, at time: Int64) -> WireRecord.Effect {
    WireRecord.Effect(
      event: event,
      effect: effect,
      element: element,
      run: run,
      commit: commit,
      time: time
    )
  }
}
