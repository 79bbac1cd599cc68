import Sluice
import SluiceWire

/// Looks for what a filter admits among what is held of a program, and goes on with what comes.
///
/// A filter has to see all records in their order, and 100,000 of them take longer than a key may wait.
/// So a reducer looks through a small piece at most, and an effect through the rest, a piece at a time.
struct FilterSearch: Sendable {
  /// The maximum number of commits, with the events of their effects, that a reducer looks through: about a
  /// millisecond's work.
  static let smallPiece = 500
  /// The number of commits that an effect looks through between two actions.
  static let piece = 2_000

  /// The filter, as it is after what it has seen.
  private(set) var filter: Filter
  private let label: String
  private let instance: String
  /// Another one for each search of a program, so that what another found is not taken for its own.
  let id: Int
  /// What is counted of what it admits.
  private(set) var statistics = Statistics()
  /// The runs of which it admits an event, or what they dispatched.
  private(set) var runs = NumberSet()
  /// Behind what the filter has seen; `nil` before the first record.
  private(set) var position: History.RecordPosition?

  init(_ filter: Filter, label: String, instance: String, id: Int) {
    self.filter = filter
    self.label = label
    self.instance = instance
    self.id = id
  }

  /// The number of the last commit that it has seen; `nil` before the first.
  var last: Int? { position?.number }

  /// Looks through a piece.
  ///
  /// - Returns: The numbers of the commits that the filter admits, or whose effects it does.
  mutating func advance(in history: History, atMost count: Int = FilterSearch.piece) -> [Int] {
    var numbers: [Int] = []
    position = history.forEachRecord(after: position, atMost: count) { record in
      guard filter.admits(record, app: label, instance: instance) else { return }
      statistics.take(.record(label: label, instance: instance, record))
      if case .commit(let commit) = record {
        numbers.append(commit.number)
        if let run = commit.cause?.run { runs.insert(run) }
      } else if case .effect(let effect) = record {
        runs.insert(effect.run)
        if let number = effect.commit { numbers.append(number) }
      }
    }
    return numbers
  }

  /// Whether it has seen all but some commits.
  func isDone(butFor count: Int, in history: History) -> Bool {
    history.entryCount(after: last) <= count
  }

  /// The part of what is held that it has seen, from 0 to 1.
  func progress(in history: History) -> Double {
    guard let numbers = history.numbers, let last, numbers.count > 1 else { return 0 }
    let seen = max(0, min(last, numbers.upperBound) - numbers.lowerBound)
    return Double(seen) / Double(numbers.count - 1)
  }
}

/// The search for a filter's matches has found some in a piece.
struct SearchAdvanced: Action {
  /// Of the program.
  let instance: String
  /// The commits that it found.
  let found: [Int]
  let search: FilterSearch
}

extension FilterSearch {
  /// Which search it is, among those of all programs.
  var identity: String { "\(id) \(instance)" }

  /// Looks for what a filter admits, a piece at a time, until another filter is applied.
  static let searching = Feedback<ScreenState, ScreenEnvironment>(
    for: \.watching.searchIdentity,
    name: "filter"
  ) { _, environment, context in
    while let program = context.state.watching.searched, var search = program.past.search {
      await environment.pause()
      try Task.checkCancellation()
      let found = search.advance(in: program.past.history)
      context.send(SearchAdvanced(instance: program.hello.instance, found: found, search: search))
    }
  }
}
