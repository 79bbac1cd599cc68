import SluiceTree
import SluiceWire

extension ToolQuery {
  mutating func statistics() throws(ToolFailure) -> Tree {
    let range = try range()
    let statistics = count(try arguments.filter(), range)
    let actions = Statistics.ranked(statistics.actions, by: \.count)
    let effects = Statistics.ranked(statistics.effects, by: \.started)
    let changes = Statistics.ranked(statistics.changes, by: \.self)
    let reads = Statistics.ranked(statistics.reads) { Int(clamping: $0.duration) }
    let seconds = statistics.seconds
    let members: [(String, Tree?)] = [
      ("from", .number(range.lowerBound)), ("to", .number(range.upperBound - 1)),
      ("commits", .number(statistics.commits)), ("seconds", .double(seconds)),
      ("commitsPerSecond", seconds > 0 ? .double(Double(statistics.commits) / seconds) : nil),
      ("reducing", .object(present: statistics.reducing.quantiles)),
      (
        "actions",
        rows(actions) { entry, fitting in
          [
            ("name", fitting.text(entry.key.name)), ("count", .number(entry.value.count)),
          ] + entry.value.reducing.quantiles
        }
      ),
      ("actionCount", .number(actions.count)),
      (
        "effects",
        rows(effects) { entry, fitting in
          [
            ("name", fitting.text(entry.key.name)), ("started", .number(entry.value.started)),
            ("ended", .number(entry.value.ended)), ("failed", .number(entry.value.failed)),
            ("retried", .number(entry.value.retried)),
            ("cancelled", .number(entry.value.cancelled)),
          ] + entry.value.latency.quantiles
        }
      ),
      ("effectCount", .number(effects.count)),
      (
        "changes",
        rows(changes) { entry, fitting in
          [("path", fitting.text(entry.key.name)), ("count", .number(entry.value))]
        }
      ),
      ("changeCount", .number(changes.count)),
      (
        "reads",
        reads.isEmpty
          ? nil
          : rows(reads) { entry, fitting in
            [("name", fitting.text(entry.key.name))] + Statistics.members(of: entry.value)
          }
      ),
      ("readCount", reads.isEmpty ? nil : .number(reads.count)),
    ]
    return answer(members)
  }

  /// Returns the first rows of a table.
  private mutating func rows<Element>(
    _ elements: [Element],
    _ make: (Element, inout ToolFitting) -> [(String, Tree?)]
  ) -> Tree {
    var fitting = fitting
    let bytes = ToolFitting.answer / 3
    let page = ToolPage(of: elements, from: 0, limit: arguments.limit, bytes: bytes) {
      .object(present: make($0, &fitting))
    }
    if page.end != nil { fitting.noteCut() }
    self.fitting = fitting
    return .array(page.items)
  }

  /// Counts the commits and the events of runs in a range.
  private func count(_ filter: Filter?, _ range: Range<Int>) -> Statistics {
    var statistics = Statistics()
    var filter = filter
    func take(_ record: WireRecord, isCounted: Bool) {
      let event = HubEvent.record(label: program.label, instance: "", record)
      let isAdmitted = filter?.admits(event) ?? true
      if isCounted, isAdmitted { statistics.take(event) }
    }
    // Between the commits, where they came: a filter may ask for the state of that time.
    var events = runs(in: range).flatMap(\.records)
      .filter { range.contains($0.after) }.sorted { $0.after < $1.after }[...]
    history.forEachItem(upTo: range.upperBound - 1) { item in
      guard case .commit(let commit, _) = item else { return take(item.record, isCounted: false) }
      while let event = events.first, event.after < commit.number {
        take(events.removeFirst().record, isCounted: true)
      }
      let isCounted = range.contains(commit.number)
      take(item.record, isCounted: isCounted)
      guard isCounted else { return }
      for reads in history.reads(of: commit) { take(.reads(reads), isCounted: true) }
    }
    for event in events { take(event.record, isCounted: true) }
    return statistics
  }
}

extension History.Run {
  /// What was received of it, each with the number of the commit after which it was.
  fileprivate var records: [(after: Int, record: WireRecord)] {
    var records: [(after: Int, record: WireRecord)] = []
    if let startTime, let startedAfter {
      records.append((startedAfter, record(.started, startTime)))
    }
    if let end, let endTime, let endedAfter { records.append((endedAfter, record(end, endTime))) }
    return records
  }

  private func record(_ event: WireRecord.Effect.Event, _ time: Int64) -> WireRecord {
    .effect(
      WireRecord.Effect(
        event: event,
        effect: effect,
        element: element,
        run: run,
        commit: commit,
        time: time,
        duration: event == .started ? nil : duration,
        error: event == .started ? nil : error
      )
    )
  }
}
