import SluiceRecordings
import SluiceTree
import SluiceWire
import Synchronization

/// The past of one store in a session file, from one place with its state to the next, each read when it is needed.
///
/// A mark in which the store's state isn't known, or in which it isn't connected, is no such place.
/// Thread-safe.
final class HistoryPieces: Sendable {
  /// The number of pieces in memory.
  private static let maximumHeld = 2
  /// The bytes behind a commit's piece in which the end of a run is searched.
  private static let searchedBytes = 16 << 20

  private struct State {
    /// The piece that was asked for last comes first.
    var held: [(index: Int, history: History)] = []
    var numbers: ClosedRange<Int>??
    /// The place where the program says hello, and those where its state is known.
    var places: [SessionPlace]
  }

  private let lines: SessionLines
  private let instance: String
  /// The instance as lines have it.
  private let text: [UInt8]
  private let end: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - first: Where the program said hello.
  ///   - end: The number of bytes in front of what follows on its last record.
  init(
    _ lines: SessionLines,
    _ instance: String,
    from first: SessionPlace,
    _ places: [SessionPlace],
    to end: Int
  ) {
    self.lines = lines
    self.instance = instance
    self.end = end
    text = Array(JSONText.bytes(of: .string(instance)).dropFirst().dropLast())
    var own: [SessionPlace] = []
    for place in places where place.offset > first.offset && place.offset < end {
      guard let number = place.number(of: instance) else { continue }
      // It has begun to count anew, and what was before is another past.
      if let last = own.last?.number(of: instance), last > number { own = [] }
      own.append(place)
    }
    state = Mutex(State(places: [first] + own))
  }

  private var places: [SessionPlace] { state.withLock { $0.places } }

  /// The number of pieces.
  var count: Int { places.count }

  /// Returns the piece that has a commit, or what is known of its number; the last one, if it comes later.
  func index(of number: Int) -> Int {
    let places = places
    let next = places.dropFirst().firstIndex { $0.number(of: instance) ?? .max >= number }
    return next.map { $0 - 1 } ?? places.count - 1
  }

  /// Returns a piece; one without records if it can't be read, or there is none.
  ///
  /// A piece whose mark turns out to be damaged becomes part of the one in front, which is returned.
  func history(_ index: Int) -> History {
    if let history = held(index) { return history }
    let places = places
    let history = read(index)
    if index > 0, places.indices.contains(index),
      history.segments.first?.hasTree != true
        || history.ownNumbers?.lowerBound != places[index].number(of: instance)
    {
      state.withLock { state in
        // By what it is: another thread may have removed it meanwhile.
        state.places.removeAll { $0.offset == places[index].offset }
        state.held = []
      }
      return self.history(index - 1)
    }
    state.withLock { state in
      state.held.insert((index, history), at: 0)
      state.held = Array(state.held.prefix(Self.maximumHeld))
    }
    return history
  }

  /// Returns a piece with what is needed to follow a member of the state back.
  func history(_ index: Int, about member: TreePath.Step?) -> History {
    guard case .key(let key)? = member, held(index) == nil, var history = read(index, about: key)
    else { return history(index) }
    history.piece = HistoryPiece(pieces: self, index: index)
    return history
  }

  private func held(_ index: Int) -> History? {
    state.withLock { state in
      guard let place = state.held.firstIndex(where: { $0.index == index }) else { return nil }
      if place > 0 { state.held.insert(state.held.remove(at: place), at: 0) }
      return state.held[0].history
    }
  }

  /// The numbers of all commits whose states can be asked for.
  var numbers: ClosedRange<Int>? {
    if let numbers = state.withLock({ $0.numbers }) { return numbers }
    var events = SessionEvents(Pasts(.whole))
    forEach(in: 0) { envelope in
      _ = events.take(envelope)
      return events.pasts[instance]?.history.numbers == nil
    }
    let first = events.pasts[instance]?.history.numbers?.lowerBound
    let last = history(count - 1).ownNumbers?.upperBound
    let numbers = first.flatMap { first in last.map { first...max(first, $0) } }
    state.withLock { $0.numbers = .some(numbers) }
    return numbers
  }

  /// What the store reported, in the whole file.
  var diagnostics: [WireRecord.Diagnostic] {
    var list = DiagnosticList()
    let name = text
    lines.forEach(from: places[0], to: end) {
      $0.mayBe(["hello", "diagnostic"]) && $0.mayBe(ofProgram: name) ? $0.line : nil
    } _: { _, envelope in
      if case .diagnostic(let diagnostic) = envelope.record, isOwn(envelope) {
        list.take(diagnostic)
      }
      return true
    }
    return list.entries
  }

  private func isOwn(_ envelope: WireEnvelope) -> Bool {
    envelope.instance == nil || envelope.instance == instance
  }

  private func read(_ index: Int) -> History {
    var events = SessionEvents(Pasts(.whole))
    forEach(in: index) { envelope in
      _ = events.take(envelope)
      return true
    }
    var history = events.pasts[instance]?.history ?? History()
    if history.missing != nil {
      // Lines are damaged: what changed there is known from the mark behind them.
      forEach(in: index + 1) { envelope in
        guard case .state = envelope.record, isOwn(envelope) else { return true }
        history.take(envelope.record)
        return false
      }
    }
    history.piece = HistoryPiece(pieces: self, index: index)
    return history
  }

  /// Reads a piece as far as it is about a member of the state; `nil` if it must be read whole.
  private func read(_ index: Int, about member: String) -> History? {
    let places = places
    guard places.indices.contains(index),
      var records = MemberRecords(of: member, instance: instance)
    else { return nil }
    var history = History(.init(commits: .max, bytes: .max))
    let needed: (LineHead) -> ArraySlice<UInt8>? = { records.needed(of: $0) }
    forEach(in: index, of: needed) { envelope in
      for record in records.take(envelope) { history.take(record) }
      return records.isWhole
    }
    for record in records.rest() { history.take(record) }
    let number = places[index].number(of: instance) ?? history.ownNumbers?.lowerBound
    return records.isWhole && history.segments.first?.hasTree == true
      && history.ownNumbers?.lowerBound == number ? history : nil
  }

  /// Calls the closure with the records of a piece until it returns false.
  ///
  /// - Parameter needed: Returns what is to be read of a line; by default all that may be about the store.
  private func forEach(
    in index: Int,
    of needed: ((LineHead) -> ArraySlice<UInt8>?)? = nil,
    _ body: (WireEnvelope) -> Bool
  ) {
    let places = places
    guard places.indices.contains(index) else { return }
    let place = places[index]
    for record in place.records where !body(record) { return }
    let next = index + 1 < places.count ? places[index + 1].offset : end
    let name = text
    let needed = needed ?? { $0.mayBe(ofProgram: name) ? $0.line : nil }
    lines.forEach(from: place, to: next, of: needed) {
      line,
      envelope in
      // The mark that it begins with: its lines are read as the beginning of a recording.
      if line.offset == place.offset, case .mark = envelope.record { return true }
      return body(envelope)
    }
  }

  // MARK: - Across pieces

  /// Returns a run that dispatched an action, with what is known of its end.
  ///
  /// - Parameters:
  ///   - first: The commit that led to the action.
  ///   - last: The action's commit.
  func run(_ number: Int, from first: Int, to last: Int) -> History.Run? {
    var table = RunEvents()
    var passed: Int?
    forEach(from: min(first, last)) { history, place in
      table.take(history) { $0.run == number }
      if let start = passed {
        return place.offset - start < Self.searchedBytes && table.runs.run(number)?.end == nil
      }
      if history.ownNumbers?.upperBound ?? last >= last { passed = place.offset }
      return passed == nil || table.runs.run(number)?.end == nil
    } restart: {
      (table, passed) = (RunEvents(), nil)
    }
    return table.runs.run(number)
  }

  /// Returns what a commit led to directly: commits, and runs.
  func consequences(of number: Int) -> (commits: [WireRecord.Commit], runs: [History.Run]) {
    var table = RunEvents()
    var commits: [WireRecord.Commit] = []
    forEach(from: number) { history, _ in
      commits += history.commits(ledToBy: number).compactMap(history.commit)
      table.take(history) { $0.commit == number }
      return true
    } restart: {
      (table, commits) = (RunEvents(), [])
    }
    return (commits, table.runs.runs)
  }

  /// Calls the closure with the piece that has a commit, and those behind it, until it returns false.
  ///
  /// - Parameter restart: Called before it begins again, since a mark was damaged.
  private func forEach(
    from number: Int,
    _ body: (History, SessionPlace) -> Bool,
    restart: () -> Void
  ) {
    var index = index(of: number)
    while true {
      let known = places
      guard index < known.count else { return }
      let history = history(index)
      guard count == known.count else {
        restart()
        index = self.index(of: number)
        continue
      }
      guard body(history, known[index]) else { return }
      index += 1
    }
  }
}

/// The events of some runs, from piece to piece.
private struct RunEvents {
  private(set) var runs = RunTable(limit: .max, bytes: .max)
  private var number = Int.min

  mutating func take(_ history: History, where isOne: (WireRecord.Effect) -> Bool) {
    for event in history.runs.events(in: .min ... .max) where isOne(event.effect) {
      number = max(number, event.number)
      runs.take(event.effect, after: number)
    }
  }
}

/// Which part a history is of the past in a session file.
struct HistoryPiece: Sendable {
  let pieces: HistoryPieces
  let index: Int

  /// Returns the part in front, with what is needed to follow a member of the state back; `nil` for the first one.
  func earlier(about member: TreePath.Step?) -> History? {
    index > 0 ? pieces.history(index - 1, about: member) : nil
  }
}

extension History {
  /// Returns the piece of the same past that has a commit, if that is another one.
  func otherPiece(with number: Int) -> History? {
    guard let piece else { return nil }
    let index = piece.pieces.index(of: number)
    return index == piece.index ? nil : piece.pieces.history(index)
  }

  /// Returns the run that dispatched a commit's action.
  func run(sending commit: WireRecord.Commit) -> Run? {
    guard let cause = commit.cause, let number = cause.run else { return nil }
    return piece?.pieces.run(number, from: cause.commit, to: commit.number) ?? run(number)
  }

  /// Returns what a commit led to directly: commits, and runs.
  func consequences(of number: Int) -> (commits: [WireRecord.Commit], runs: [Run]) {
    if let piece { return piece.pieces.consequences(of: number) }
    return (commits(ledToBy: number).compactMap(commit), runs(setOffBy: number))
  }
}
