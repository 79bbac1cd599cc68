import SluiceTree
import SluiceWire

/// What is known of one store of a program: its last state, and the number of its last commit.
///
/// Applies changes to the state. A change that doesn't apply makes it unknown until the program
/// sends the whole state.
struct WatchedProgram {
  let label: String
  let hello: WireRecord.Hello

  /// The state after ``lastNumber``; nil while it is not known.
  private(set) var tree: Tree?
  /// The number of the last received commit; `nil` before the first record.
  private(set) var lastNumber: Int?
  /// The number of the last commit received over an earlier connection; `nil` once a record of this
  /// one shows where it continues.
  private var previouslyReceived: Int?

  /// - Parameter lastReceived: The number of the last commit received before this connection.
  init(label: String, hello: WireRecord.Hello, lastReceived: Int? = nil) {
    self.label = label
    self.hello = hello
    previouslyReceived = lastReceived
    lastNumber = lastReceived
  }

  /// The state as a record, if it is known.
  func state(reply: Int? = nil) -> WireRecord? {
    guard let tree, let lastNumber else { return nil }
    return .state(WireRecord.State(number: lastNumber, state: tree, reply: reply))
  }

  /// What came of a record.
  struct Outcome {
    /// What to show: the record, with old values filled in, and in front of it what was lost when
    /// a connection ended.
    var records: [WireRecord]
    /// Set when the record does not continue what came before.
    var problem: String?
    /// Whether to request the program's state.
    var needsState: Bool
  }

  mutating func take(_ record: WireRecord) -> Outcome {
    let (lost, record) = bridge(record)
    var outcome = Outcome(records: [], needsState: false)
    var shown = record
    switch record {
    case .state(let state):
      if let lastNumber, tree != nil, state.number > lastNumber, state.reply == nil {
        outcome.problem = Self.gap(after: lastNumber, before: state.number + 1)
      }
      tree = state.state
      lastNumber = state.number
    case .commit(var commit):
      outcome.problem = check(commit)
      lastNumber = commit.number
      if outcome.problem != nil { tree = nil }
      if let fault = apply(&commit) { outcome.problem = outcome.problem ?? fault }
      shown = .commit(commit)
    case .dropped(let dropped):
      lastNumber = dropped.to
      tree = nil
    default:
      break
    }
    outcome.records = lost.map { [.dropped($0), shown] } ?? [shown]
    outcome.needsState = outcome.problem != nil && tree == nil
    return outcome
  }

  /// Returns what was lost when the previous connection ended.
  private mutating func bridge(_ record: WireRecord) -> (WireRecord.Dropped?, WireRecord) {
    guard let lastReceived = previouslyReceived else { return (nil, record) }
    let next: Int
    switch record {
    case .state(let state): next = state.number + 1
    case .commit(let commit): next = commit.number - max(commit.count, 1) + 1
    case .dropped(let dropped): next = dropped.from
    default: return (nil, record)
    }
    previouslyReceived = nil
    guard next > lastReceived + 1 else {
      // It may have restarted, or send again what was received.
      lastNumber = nil
      return (nil, record)
    }
    let lost = WireRecord.Dropped(
      count: next - 1 - lastReceived,
      from: lastReceived + 1,
      to: next - 1,
      reason: .connection
    )
    lastNumber = lost.to
    guard case .dropped(let dropped) = record else { return (lost, record) }
    let count = WireNumber.sum(lost.count, dropped.count)
    let reason = dropped.reason == .connection ? dropped.reason : nil
    return (nil, .dropped(.init(count: count, from: lost.from, to: dropped.to, reason: reason)))
  }

  /// Returns a description of unannounced missing commits; `nil` if there are none.
  private func check(_ commit: WireRecord.Commit) -> String? {
    guard let lastNumber else { return nil }
    guard commit.number > lastNumber else {
      return "Commit \(commit.number) came after commit \(lastNumber)."
    }
    let first = max(commit.number - max(commit.count, 1), 0)
    return first > lastNumber ? Self.gap(after: lastNumber, before: first + 1) : nil
  }

  private static func gap(after last: Int, before next: Int) -> String {
    let missing =
      next - last == 2 ? "Commit \(last + 1) is" : "Commits \(last + 1) to \(next - 1) are"
    return "\(missing) missing, and the program did not say why."
  }

  /// Applies the changes to the state, and completes them with what was there before.
  private mutating func apply(_ commit: inout WireRecord.Commit) -> String? {
    guard var tree else { return nil }
    // Moved out, so that it is changed in place.
    self.tree = nil
    do {
      for index in commit.changes.indices {
        switch commit.changes[index] {
        case .set(let path, nil, let new):
          commit.changes[index] = .set(path, old: tree[path], new: new)
        case .remove(let path, nil):
          commit.changes[index] = .remove(path, old: tree[path])
        default: break
        }
        try tree.apply(commit.changes[index])
      }
    } catch {
      return "The changes of commit \(commit.number) do not fit the state: \(error)"
    }
    // The whole state follows otherwise.
    if commit.omittedChanges == 0, !commit.changesAreUnknown { self.tree = tree }
    return nil
  }
}
