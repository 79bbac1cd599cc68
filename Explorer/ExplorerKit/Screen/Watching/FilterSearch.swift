import Sluice
import SluiceWire

/// Looks for what a filter admits among what is held of a program, in pieces.
///
/// A filter has to see all records in their order, and 100,000 of them take longer than a key may wait.
/// So a reducer looks through a small piece at most, and an effect through the rest, a piece at a time.
struct FilterSearch: Sendable {
  /// The number of commits that a reducer looks through at most, about a millisecond's work.
  static let smallPiece = 500
  /// The number of commits that an effect looks through between two actions.
  static let piece = 2_000

  /// The filter, as it is after what it has seen.
  private(set) var filter: Filter
  private let label: String
  private let instance: String
  /// The number of the last commit it has seen; `nil` before the first.
  private(set) var last: Int?

  init(_ filter: Filter, label: String, instance: String) {
    self.filter = filter
    self.label = label
    self.instance = instance
  }

  /// Looks through a piece, and leaves the last commit, after which there may be events of effects yet.
  ///
  /// - Returns: The numbers of the commits that the filter admits, or whose effects it does.
  mutating func advance(in history: History) -> [Int] {
    look(in: history, atMost: min(Self.piece, history.entryCount(after: last) - 1))
  }

  /// Looks through all that is left.
  ///
  /// - Returns: The numbers of the commits that the filter admits, or whose effects it does.
  mutating func finish(in history: History) -> [Int] {
    look(in: history, atMost: .max)
  }

  private mutating func look(in history: History, atMost count: Int) -> [Int] {
    var numbers: [Int] = []
    last = history.forEachRecord(after: last, atMost: count) { record in
      guard filter.admits(record, app: label, instance: instance) else { return }
      switch record {
      case .commit(let commit): numbers.append(commit.number)
      case .effect(let effect): if let number = effect.commit { numbers.append(number) }
      default: break
      }
    }
    return numbers
  }

  /// Whether it has seen so much that a reducer can look through the rest.
  func isAlmostDone(in history: History) -> Bool {
    history.entryCount(after: last) <= Self.smallPiece
  }

  /// The part of what is held that it has seen, from 0 to 1.
  func progress(in history: History) -> Double {
    guard let numbers = history.numbers, let last, numbers.count > 1 else { return 0 }
    let seen = max(0, min(last, numbers.upperBound) - numbers.lowerBound)
    return Double(seen) / Double(numbers.count - 1)
  }
}

extension FilterSearch {
  /// Looks for what a filter admits, a piece at a time, until another filter is applied.
  static var effect: ActionEffect<ScreenEnvironment, ApplyFilter> {
    Effect<ScreenEnvironment>.on(ApplyFilter.self, state: ScreenState.self) {
      _,
      environment,
      context in
      while let program = context.state.watching.searched, var search = program.past.search {
        await environment.pause()
        try Task.checkCancellation()
        let found = search.advance(in: program.past.history)
        context.send(
          SearchAdvanced(instance: program.hello.instance, found: found, search: search)
        )
      }
    }
    .overlap(.latest)
  }
}

extension History {
  /// The number of commits and gaps behind a commit; `nil` for all.
  fileprivate func entryCount(after number: Int?) -> Int {
    segments.reduce(0) { $0 + $1.entries(after: number).count }
  }

  /// Calls the closure with a part of what is held as records, in the order in which they came: states,
  /// commits, gaps, and the events of effects after each of them.
  ///
  /// - Parameters:
  ///   - number: The commit behind which to begin; `nil` for the beginning.
  ///   - count: The number of commits and gaps after which to end.
  /// - Returns: The number of the last commit in the part.
  fileprivate func forEachRecord(
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
    return end == .max ? lastNumber : end
  }
}

extension History.Segment {
  /// The entries behind a commit; `nil` for all.
  fileprivate func entries(after number: Int?) -> ArraySlice<History.Entry> {
    guard let number, number >= self.number else { return entries[...] }
    guard number < lastNumber else { return [] }
    return entries.drop { $0.number <= number }
  }

  /// A commit or a gap, as a record.
  fileprivate func record(_ entry: History.Entry) -> WireRecord {
    guard entry.kind == .gap else { return .commit(commit(entry)) }
    let gap = gap(entry)
    let numbers = gap.numbers
    return .dropped(
      .init(
        count: numbers.count,
        from: numbers.lowerBound,
        to: numbers.upperBound,
        reason: gap.reason
      )
    )
  }
}
