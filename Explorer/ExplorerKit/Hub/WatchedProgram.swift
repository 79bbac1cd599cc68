import SluiceTree
import SluiceWire

/// What is known of one store of a program: its last state, and how far its commits have come.
///
/// The state is kept by applying changes. Whatever does not fit makes it unknown, until the program
/// sends it whole.
struct WatchedProgram {
  let label: String
  let hello: WireRecord.Hello

  /// The state after ``lastNumber``; nil while it is not known.
  private(set) var tree: Tree?
  /// The number of the last commit that was heard of; nil before the first record.
  private(set) var lastNumber: Int?
  private var requests = 0

  init(label: String, hello: WireRecord.Hello) {
    self.label = label
    self.hello = hello
  }

  /// What came of a record.
  struct Outcome {
    /// The record to show, with old values filled in.
    var record: WireRecord
    /// Set when the record does not continue what came before.
    var problem: String?
    /// Asks for what is missing.
    var request: WireRecord?
  }

  mutating func take(_ record: WireRecord) -> Outcome {
    var outcome = Outcome(record: record)
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
      outcome.record = .commit(commit)
    case .dropped(let dropped):
      lastNumber = dropped.to
      tree = nil
    default:
      break
    }
    if outcome.problem != nil, tree == nil { outcome.request = snapshotRequest() }
    return outcome
  }

  /// What the record says about commits that are missing.
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
    // Some were left out: the whole state follows.
    if commit.omittedChanges == 0 { self.tree = tree }
    return nil
  }

  private mutating func snapshotRequest() -> WireRecord? {
    guard hello.capabilities.contains(.snapshot) else { return nil }
    requests += 1
    return .snapshot(WireRecord.Snapshot(request: requests))
  }
}
