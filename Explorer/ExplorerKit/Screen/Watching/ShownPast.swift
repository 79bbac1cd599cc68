import SluiceTree
import SluiceWire

/// The past of a store as the screen shows it: its rows, what a filter leaves of them, and pinned values.
///
/// Rows are held in chunks, since selectors and effects retain copies: a new row copies a chunk then.
struct ShownPast: Sendable, Equatable {
  /// What it was when it was last looked at.
  private(set) var past: Past
  /// What the list shows, in the order of the numbers.
  private(set) var rows = ChunkedArray<HistoryRow>()
  private(set) var pins: [Pin] = []
  /// The search for what the filter admits; `nil` without a filter, when the list shows all.
  private(set) var search: FilterSearch?
  /// Whether the search is so far behind that an effect goes on with it.
  private(set) var isSearching = false
  private var searches = 0
  /// What is counted of it; `nil` if that was done as it came.
  private(set) var count: TallyCount?
  /// The last time that went by without a commit.
  private var tick = Int64.min
  private var revision = 0

  init(_ past: Past, filter: Filter? = nil) {
    self.past = past
    if !past.tally.isCounting { count = TallyCount(of: past) }
    show(filter)
  }

  /// That of no program.
  static let none = ShownPast(
    Past(label: "", WireRecord.Hello(instance: "", name: "", processID: 0))
  )

  static func == (one: Self, other: Self) -> Bool {
    one.revision == other.revision && one.past == other.past
  }

  var history: History { past.history }
  var tally: Tally { count?.tally ?? past.tally }
  var instance: String { past.instance }
  var filter: Filter? { search?.filter }

  /// The last time that is known, in microseconds since 1970.
  var now: Int64 { max(tick, tally.lastTime) }

  /// The commits of each of the last sixty seconds.
  var rates: [Int] { tally.rates(until: now) }

  /// What is counted of what the list shows.
  var shownStatistics: Statistics { search?.statistics ?? tally.statistics }

  /// The time from the first commit to the last event, for people; `nil` before the first.
  var length: String? {
    history.firstTime.map { first in
      let run = history.runs.runs.last
      let end = max(tally.lastTime, run?.endTime ?? run?.startTime ?? first)
      return LogClock.length(LogClock.difference(first, end))
    }
  }

  /// The runs that are under way and began first.
  func aliveRuns(atMost count: Int) -> [History.Run] {
    tally.alive.first(count).compactMap(history.run)
  }

  /// Whether a run is among what the list shows: of a commit that it shows, or an event that the filter admits.
  func shows(_ run: History.Run) -> Bool {
    guard let search else { return true }
    return search.runs.contains(run.run) || run.commit.map(isShown) ?? false
  }

  /// Whether a commit has a row.
  func isShown(_ number: Int) -> Bool {
    let index = index(of: number)
    return index < rows.count && rows[index].number == number
  }

  /// Returns the index of the first row that stands for a commit or one after it.
  func index(of number: Int) -> Int { rows.partition { $0.number >= number } }

  /// The number of the last commit that the list shows.
  var lastRow: Int? { rows.last?.number }

  // MARK: - The past

  /// Shows what has come since.
  mutating func advance(to past: Past) {
    guard past != self.past else { return }
    let isAnew = past.beginning != self.past.beginning
    self.past = past
    if isAnew {
      rows = ChunkedArray()
      for index in pins.indices { pins[index].removeAll() }
      beginSearch(filter?.fresh)
    }
    for index in pins.indices where pins[index].isFilled { pins[index].follow(history) }
    if search == nil {
      // More may be missing by now.
      if rows.last?.isGap == true { rows.removeLast(1) }
      for row in history.rows(after: lastRow) { rows.append(row) }
    } else {
      finishSearch()
    }
    removeOldRows()
  }

  private mutating func insert(_ number: Int) {
    guard let number = history.entry(number)?.entry.number else { return }
    if isShown(number) { return }
    rows.insert(HistoryRow(number: number, isGap: false), at: index(of: number))
  }

  /// Removes the rows of commits that are no longer held: some only when the history removed a segment.
  private mutating func removeOldRows() {
    guard let first = history.numbers?.lowerBound, let row = rows.first, row.number <= first else {
      return
    }
    rows.removeFirst(index(of: first + 1))
  }

  /// Notes that time goes by in which nothing is committed.
  mutating func advance(to time: Int64) {
    tick = max(tick, time)
    revision += 1
  }

  // MARK: - Filters

  /// Shows what another filter admits, of what is held: at once if that is little, and otherwise what a
  /// search has found so far.
  mutating func show(_ filter: Filter?) {
    revision += 1
    beginSearch(filter)
    rows = filter == nil ? ChunkedArray(history.rows(after: nil)) : ChunkedArray()
    finishSearch()
  }

  private mutating func beginSearch(_ filter: Filter?) {
    searches += 1
    search = filter.map {
      var filter = $0
      filter.note(past.candidate)
      return FilterSearch(filter, label: past.label, instance: instance, id: searches)
    }
    isSearching = search != nil
  }

  /// Shows what the search has found further.
  mutating func show(_ numbers: [Int], foundBy search: FilterSearch) {
    guard isSearching, search.id == self.search?.id else { return }
    revision += 1
    for number in numbers { insert(number) }
    self.search = search
    finishSearch()
  }

  /// Ends the search if little is left of it; from then on, it looks at what comes at once, unless that is much.
  private mutating func finishSearch() {
    guard var search else { return }
    let most = isSearching ? FilterSearch.smallPiece : FilterSearch.piece
    guard search.isDone(butFor: most, in: history) else {
      isSearching = true
      return
    }
    for number in search.advance(in: history, atMost: .max) { insert(number) }
    self.search = search
    isSearching = false
  }

  /// Shows what is counted by now.
  mutating func show(_ count: TallyCount) {
    revision += 1
    self.count = count
  }

  // MARK: - Pins

  /// Shows a value over time, or no longer.
  mutating func togglePin(_ path: StatePath) {
    revision += 1
    if let index = pins.firstIndex(where: { $0.path == path }) {
      pins.remove(at: index)
    } else {
      pins.append(Pin(path))
    }
  }

  /// Notes that the program is not connected, of which nothing more becomes known.
  mutating func end() {
    guard past.isConnected else { return }
    past.end(gone: 0)
  }

  /// Shows the values of a pin, and what has come since they were looked for.
  ///
  /// - Parameter beginning: The history in which they were.
  mutating func fill(_ pin: Pin, from beginning: Past.Beginning) {
    guard beginning == past.beginning else { return }
    guard let index = pins.firstIndex(where: { $0.path == pin.path && !$0.isFilled }) else {
      return
    }
    revision += 1
    pins[index] = pin
    pins[index].follow(history)
  }
}
