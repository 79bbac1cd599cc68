import SluiceTree
import SluiceWire

/// What is known of one store of a program: its last state, and the number of its last commit.
///
/// Shows what was lost between two connections of the program.
struct WatchedProgram {
  let label: String
  let hello: WireRecord.Hello

  private var replica: StateReplica
  /// The number of the last commit received over an earlier connection; `nil` once a record of this
  /// one shows where it continues.
  private var previouslyReceived: Int?

  /// - Parameter lastReceived: The number of the last commit received before this connection.
  init(label: String, hello: WireRecord.Hello, lastReceived: Int? = nil) {
    self.label = label
    self.hello = hello
    previouslyReceived = lastReceived
    replica = StateReplica(after: lastReceived)
  }

  /// The last state; `nil` while it is not known.
  var tree: Tree? { replica.tree }

  /// The number of the last received commit; `nil` before the first record.
  var lastNumber: Int? { replica.lastNumber }

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
    let (lost, bridged) = bridge(record)
    var shown = bridged
    let problem = replica.take(&shown)
    return Outcome(
      records: lost.map { [.dropped($0), shown] } ?? [shown],
      problem: problem,
      needsState: problem != nil && tree == nil
    )
  }

  /// Takes a record of which somebody else follows the state.
  mutating func pass(_ record: WireRecord) -> Outcome {
    let (lost, bridged) = bridge(record)
    switch bridged {
    case .state(let state): replica = StateReplica(after: state.number)
    case .commit(let commit): replica = StateReplica(after: commit.number)
    case .dropped(let dropped): replica = StateReplica(after: dropped.to)
    default: break
    }
    return Outcome(
      records: (lost.map { [.dropped($0)] } ?? []) + [bridged],
      problem: nil,
      needsState: false
    )
  }

  /// Takes a commit of which somebody else follows the state.
  ///
  /// - Returns: `false` if the record is needed, since something may have been lost in front of it.
  mutating func pass(commit number: Int) -> Bool {
    guard previouslyReceived == nil else { return false }
    replica = StateReplica(after: number)
    return true
  }

  /// Whether a record has shown where the connection continues.
  var hasBegun: Bool { previouslyReceived == nil && lastNumber != nil }

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
      replica = StateReplica()
      return (nil, record)
    }
    let lost = WireRecord.Dropped(
      count: next - 1 - lastReceived,
      from: lastReceived + 1,
      to: next - 1,
      reason: .connection
    )
    replica = StateReplica(after: lost.to)
    guard case .dropped(let dropped) = record else { return (lost, record) }
    let count = WireNumber.sum(lost.count, dropped.count)
    let reason = dropped.reason == .connection ? dropped.reason : nil
    return (nil, .dropped(.init(count: count, from: lost.from, to: dropped.to, reason: reason)))
  }
}
