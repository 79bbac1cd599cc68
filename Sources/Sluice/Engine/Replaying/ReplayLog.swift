/// The actions of a store since a state that it retains, so that they can be reduced again without
/// some of them.
///
/// Pure, but for the boxes of the retained states. Guarded by the store's lock, under which nothing
/// of the program's may be released: a mutation returns what it removes.
struct ReplayLog<State: Sendable>: Sendable {
  /// What a commit did.
  enum Entry: Sendable {
    case action(any Action)
    /// Replaced the state or a part of it.
    ///
    /// - after: The commit whose state came back; `nil` for a state that the program passed.
    /// - put: Puts it in the place of the current one. Calls user code.
    case restored(after: Int?, put: Put)
    /// Reduced actions again; when that happens once more, as if it had not been.
    case replayed
  }

  typealias Put = @Sendable (_ state: inout State, _ earlier: State?) -> Void

  /// The oldest retained state, and the number of its commit.
  private(set) var base: StateBox<State>
  private(set) var baseNumber: Int
  private var entries: ContiguousArray<Entry> = []
  /// A later retained state, which becomes the oldest when there are too many actions before it.
  private var checkpoint: (number: Int, state: StateBox<State>)?
  /// The number of last commits of which none is removed; at most twice as many are retained.
  var limit: Int

  init(after number: Int, _ state: StateBox<State>, limit: Int) {
    base = state
    baseNumber = number
    self.limit = limit
  }

  /// The number of the last commit.
  var lastNumber: Int { baseNumber + entries.count }

  /// The commits that can be left out; `nil` if there is none.
  var commits: ClosedRange<Int>? { entries.isEmpty ? nil : baseNumber + 1...lastNumber }

  /// The entry of a commit.
  subscript(number: Int) -> Entry { entries[number - baseNumber - 1] }

  /// Appends a commit.
  ///
  /// - Parameters:
  ///   - entry: What the commit did; `nil` if its state has nothing to do with those before.
  ///   - number: The commit's number.
  ///   - state: The state after the commit.
  /// - Returns: What the caller releases after unlocking.
  mutating func append(_ entry: Entry?, number: Int, _ state: StateBox<State>) -> ReplayLog? {
    guard let entry, number == lastNumber + 1 else {
      return replace(with: ReplayLog(after: number, state, limit: limit))
    }
    entries.append(entry)
    guard number - (checkpoint?.number ?? baseNumber) >= limit else { return nil }
    guard let checkpoint else {
      checkpoint = (number, state)
      return nil
    }
    // This log keeps its checkpoint: whichever replaces it, all states are released by the caller.
    var shorter = ReplayLog(after: checkpoint.number, checkpoint.state, limit: limit)
    shorter.entries = ContiguousArray(entries[(checkpoint.number - baseNumber)...])
    shorter.checkpoint = (number, state)
    // The states that came back must be among those that can be made again.
    let isWhole = shorter.targets.allSatisfy { $0 >= checkpoint.number }
    return replace(with: isWhole ? shorter : ReplayLog(after: number, state, limit: limit))
  }

  /// Whether the state after a commit can be made again.
  func contains(stateAfter number: Int) -> Bool { (baseNumber...lastNumber).contains(number) }

  /// The commits whose states came back.
  var targets: Set<Int> {
    var targets: Set<Int> = []
    for case .restored(after: let number?, _) in entries { targets.insert(number) }
    return targets
  }

  private mutating func replace(with log: ReplayLog) -> ReplayLog {
    defer { self = log }
    return self
  }
}
