import SluiceTree
import SluiceWire

/// What an Explorer makes of a stream: the state after each commit, and whether the numbers add up.
struct Replica {
  private(set) var tree: Tree?
  private(set) var number: Int?
  /// Commits that were sent, by themselves or within another.
  private(set) var received = 0
  private(set) var dropped = 0
  private(set) var commits: [WireRecord.Commit] = []

  init(_ records: [WireRecord] = []) throws {
    for record in records { try apply(record) }
  }

  /// The count in a counter's state.
  var count: Int? {
    if case .integer(let count)? = tree?[["count"]] { Int(count) } else { nil }
  }

  /// Reads up to a commit, and on to a state that is known.
  mutating func follow(_ peer: TestPeer, through last: Int) throws {
    while number ?? -1 < last || tree == nil, let record = try peer.next() { try apply(record) }
  }

  mutating func apply(_ record: WireRecord) throws {
    switch record {
    case .hello:
      tree = nil
    case .state(let state):
      if let number, state.number != number, tree != nil {
        throw TestFailure("A state for \(state.number) came behind commit \(number).")
      }
      number = state.number
      tree = state.state
    case .dropped(let gap):
      if let number, gap.from != number + 1 {
        throw TestFailure("A gap from \(gap.from) came behind commit \(number).")
      }
      dropped += gap.count
      number = gap.to
      tree = nil
    case .commit(let commit):
      if let number, commit.number != number + commit.count {
        throw TestFailure("Commit \(commit.number) of \(commit.count) came behind \(number).")
      }
      commits.append(commit)
      number = commit.number
      received += commit.count
      try tree?.apply(commit.changes)
    default: break
    }
  }
}
