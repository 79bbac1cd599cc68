import SluiceTree
import SluiceWire

/// What is known of one store: its history, and what is counted and collected beside it.
///
/// Two are equal if they are of the same program and have taken in the same number of records, so
/// that comparing them costs nothing. Rows and commits are held in chunks, since selectors, effects and
/// whoever watches the screen retain copies: taking in a commit copies a chunk then. Runs and the nested
/// order are copied whole.
struct Past: Sendable, Equatable {
  /// A line of the list.
  struct Row: Hashable, Sendable {
    /// Of the commit, or of the last one in a gap.
    let number: Int
    let isGap: Bool
  }

  private(set) var history: History
  /// What the list shows, in the order of the numbers.
  private(set) var rows = ChunkedArray<Row>()
  /// The rows under what led to them; `nil` if the list has them in the order of the numbers.
  private(set) var nested: NestedRows?
  /// The commits that set off a run that failed.
  private(set) var failed = NumberSet()
  /// The commits whose actions the program was asked to leave out.
  private(set) var omissions = Omissions()
  /// The runs that are under way.
  private(set) var alive = NumberSet()
  /// The number of commits that were not received.
  private(set) var dropped = 0
  private(set) var rate = RecentRate()
  /// The last time that is known, in microseconds since 1970.
  private(set) var now = Int64.min
  private(set) var statistics = Statistics()
  /// The files that dispatched actions, for the completion of a filter.
  private(set) var files: Set<String> = []
  private(set) var pins: [Pin] = []
  /// What the list shows; `nil` for all.
  private(set) var filter: Filter?
  /// The search for what the filter admits of what is held; `nil` once it is done.
  ///
  /// What comes meanwhile is looked through last.
  private(set) var search: FilterSearch?
  let instance: String
  private(set) var revision = 0

  /// The maximum number of things to collect.
  private static let maximalFiles = 500
  private static let maximalFileBytes = 4_096
  private static let maximalRuns = 100_000

  init(instance: String = "", limits: History.Limits = History.Limits(), filter: Filter? = nil) {
    self.instance = instance
    self.filter = filter
    history = History(limits)
  }

  static func == (one: Past, other: Past) -> Bool {
    one.revision == other.revision && one.instance == other.instance
  }

  /// The commits of each of the last sixty seconds.
  var rates: [Int] { now == .min ? [] : rate.counts(until: now) }

  /// The number of the last commit that the list shows.
  var lastRow: Int? { rows.last?.number }

  // MARK: - Records

  /// Takes in a record of the store.
  ///
  /// - Parameter time: When it came, in microseconds since 1970; `nil` if it was recorded. No commit is
  ///   later than that, whatever the clock of its program says.
  mutating func take(_ record: WireRecord, label: String, at time: Int64? = nil) {
    revision += 1
    if case .state(let state) = record, let last = history.lastNumber, state.number < last {
      startAnew()
    }
    let before = history.lastNumber
    history.take(record)
    statistics.take(.record(label: label, instance: instance, record))
    let isAdmitted =
      search == nil && filter?.admits(record, app: label, instance: instance) ?? true
    switch record {
    case .commit(let commit): take(commit, isAdmitted, after: before, at: time)
    case .dropped(let gap): take(gap)
    case .effect(let effect): take(effect, isAdmitted)
    default: break
    }
    removeOldRows()
    for index in pins.indices { pins[index].take(record, history) }
  }

  /// A program that was started anew.
  private mutating func startAnew() {
    replaceRows(ChunkedArray())
    failed = NumberSet()
    alive = NumberSet()
    omissions = Omissions()
    for index in pins.indices { pins[index].removeAll() }
    // Nothing is held that it could find.
    search = nil
  }

  private mutating func take(
    _ commit: WireRecord.Commit,
    _ isAdmitted: Bool,
    after before: Int?,
    at time: Int64?
  ) {
    guard history.lastNumber == commit.number, before != commit.number else { return }
    let time = min(commit.time, time ?? .max)
    rate.add(max(commit.count, 1), at: time)
    now = max(now, time)
    omissions.take(commit)
    if let file = commit.origin?.file, files.count < Self.maximalFiles,
      file.utf8.count <= Self.maximalFileBytes
    {
      files.insert(file)
    }
    if isAdmitted { rows.append(Row(number: commit.number, isGap: false)) }
  }

  private mutating func take(_ gap: WireRecord.Dropped) {
    guard history.lastNumber == gap.to, gap.to > lastRow ?? -1 else { return }
    dropped = WireNumber.sum(dropped, gap.count)
    guard filter == nil else { return }
    // The history holds gaps without a state between them as one.
    if let last = rows.last, last.isGap,
      history.gap(at: last.number)?.numbers.contains(gap.to) ?? false
    {
      rows[rows.count - 1] = Row(number: gap.to, isGap: true)
    } else {
      rows.append(Row(number: gap.to, isGap: true))
    }
  }

  private mutating func take(_ effect: WireRecord.Effect, _ isAdmitted: Bool) {
    if effect.event == .started {
      if alive.count < Self.maximalRuns { alive.insert(effect.run) }
    } else {
      alive.remove(effect.run)
    }
    guard let commit = effect.commit else { return }
    if effect.event == .failed {
      if failed.count >= Self.maximalRuns { failed = NumberSet() }
      failed.insert(commit)
    }
    // A commit is shown if something that it set off is looked for.
    if filter != nil, isAdmitted { insert(commit) }
  }

  private mutating func insert(_ number: Int) {
    guard let number = history.entry(number)?.entry.number else { return }
    let place = index(of: number)
    if place < rows.count, rows[place].number == number { return }
    if place == rows.count {
      rows.append(Row(number: number, isGap: false))
      return
    }
    rows.insert(Row(number: number, isGap: false), at: place)
    // It may have led to any of those behind it.
    if place < nested?.count ?? 0 { nested = NestedRows() }
  }

  /// Removes the oldest commits, or the older half of the runs if no commits can be removed.
  mutating func removeOldest() {
    revision += 1
    history.removeOldest()
    removeOldRows()
  }

  /// Removes the rows of commits that are no longer held: some only when the history removed a segment.
  private mutating func removeOldRows() {
    guard let first = history.numbers?.lowerBound, let row = rows.first, row.number <= first else {
      return
    }
    let count = index(of: first + 1)
    rows.removeFirst(count)
    nested?.removeFirst(count)
  }

  /// Notes that time goes by in which nothing is committed.
  mutating func advance(to time: Int64) {
    now = max(now, time)
    revision += 1
  }

  // MARK: - Rows

  private mutating func replaceRows(_ new: ChunkedArray<Row>) {
    rows = new
    if nested != nil { nested = NestedRows() }
  }

  /// Puts the rows that have come under what led to them, or all in the order of the numbers.
  ///
  /// - Parameter last: The last commit to show; `nil` for the last one that is known.
  mutating func arrangeRows(isNested: Bool, through last: Int?) {
    guard isNested else {
      if nested != nil { revision += 1 }
      nested = nil
      return
    }
    let end = count(through: last)
    if nested.map({ $0.count > end }) ?? true {
      nested = NestedRows()
      revision += 1
    }
    guard let known = nested?.count, known < end else { return }
    let parents = (known..<end).map(parent)
    nested?.append(parents)
    revision += 1
  }

  // MARK: - Filters

  /// Shows what another filter admits, of what is held: at once if that is little, and otherwise what a
  /// search has found so far.
  mutating func show(_ filter: Filter?, label: String) {
    revision += 1
    self.filter = filter
    search = filter.map { FilterSearch($0, label: label, instance: instance) }
    replaceRows(filter == nil ? history.rows : ChunkedArray())
    finishSearch()
  }

  /// Shows what the search has found further.
  mutating func show(_ numbers: [Int], foundBy search: FilterSearch) {
    guard self.search != nil else { return }
    revision += 1
    for number in numbers { insert(number) }
    self.search = search
    finishSearch()
  }

  /// Ends the search if little is left of it; from then on, the filter sees what comes.
  private mutating func finishSearch() {
    guard var search, search.isAlmostDone(in: history) else { return }
    for number in search.finish(in: history) { insert(number) }
    filter = search.filter
    self.search = nil
  }

  // MARK: - Pins

  /// Shows a value over time, or no longer.
  mutating func togglePin(_ path: StatePath) {
    revision += 1
    if let index = pins.firstIndex(where: { $0.path == path }) {
      pins.remove(at: index)
    } else {
      pins.append(Pin(path, in: history))
    }
  }
}

extension History {
  /// What a list without a filter shows.
  fileprivate var rows: ChunkedArray<Past.Row> {
    var rows = ChunkedArray<Past.Row>()
    for segment in segments {
      for entry in segment.entries {
        rows.append(Past.Row(number: entry.number, isGap: entry.kind == .gap))
      }
    }
    // A gap that nothing has ended.
    if let missing, let end = lastNumber, missing.numbers.lowerBound <= end,
      rows.last?.number ?? .min < end
    {
      rows.append(Past.Row(number: end, isGap: true))
    }
    return rows
  }
}
