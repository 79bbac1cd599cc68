import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire

/// Replays a recording and compares the results: a pure state machine that consumes records.
struct RecordingComparison<State: Sendable> {
  /// The number of commits that matched the recording.
  private(set) var comparedCount = 0
  private let reducers: [Reducer<State>]
  private let accepted: AcceptedActions
  /// Decodes a recorded state; `nil` if the state can't be decoded.
  private let decode: ((Tree) throws -> State)?
  private let initialState: State?
  private var state: State?
  /// The state of this replay, and the recorded one.
  private var tree = Tree.null
  private let trees = StateTrees()
  private var recorded = StateReplica()
  /// The number of commits since the last comparison whose changes are not recorded.
  private var uncheckedCount = 0

  init(
    _ reducers: [Reducer<State>],
    _ accepted: AcceptedActions,
    initialState: State? = nil,
    decode: ((Tree) throws -> State)? = nil
  ) {
    self.reducers = reducers
    self.accepted = accepted
    self.initialState = initialState
    self.decode = decode
  }

  var hasBegun: Bool { state != nil }

  mutating func take(_ record: WireRecord) throws {
    let (wasKnown, last) = (recorded.isCurrent, recorded.lastNumber)
    var record = record
    let problem = recorded.take(&record)
    switch record {
    case .state(let record):
      if !(wasKnown && record.number == last) { try take(record, after: last) }
    case .commit(let commit):
      // Commits from before the recording have no changes.
      guard wasKnown || uncheckedCount > 0, commit.number > last ?? 0 else { return }
      if case .misfit(_, let error) = problem {
        throw ReplayProblem(
          "The changes of commit \(commit.number) do not fit the recorded state: \(error)",
          fix: "record the session again: the file was changed, or a part of it is missing."
        )
      }
      try take(commit, after: last)
    case .dropped:
      if recorded.lastNumber != last { uncheckedCount = 0 }
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      break
    }
  }

  /// - Parameter last: The number of the last commit before.
  private mutating func take(_ record: WireRecord.State, after last: Int?) throws {
    let isFirst = !hasBegun
    if uncheckedCount > 0, record.number == last {
      try compare(with: record.state, after: record.number)
    } else if isFirst, let initialState {
      begin(with: initialState)
      try requireSame(record.state, "The replay begins with another state than the recording.")
    } else {
      try jump(to: record.state, "after commit \(record.number)")
    }
  }

  private mutating func take(_ commit: WireRecord.Commit, after last: Int?) throws {
    let isNext = commit.count == 1 && commit.number == (last ?? 0) + 1
    let isReduced = isNext && commit.action.type != Replayed.restored
    // A `state` record follows if changes were omitted.
    guard let recorded = recorded.tree else {
      if isReduced { try reduce(commit) }
      uncheckedCount = isReduced ? uncheckedCount + 1 : 0
      return
    }
    if isReduced {
      try reduce(commit)
      try compare(commit, with: recorded)
    } else {
      try jump(to: recorded, "after commit \(commit.number)")
    }
  }

  private mutating func reduce(_ commit: WireRecord.Commit) throws {
    guard var next = state else { return }
    let action: any Action
    do {
      action = try accepted.action(commit.action) { type in
        reducers.contains { $0.handles(type) }
      }
    } catch {
      throw ReplayProblem(
        "The action of \(commit.title) cannot be made again: \(error)",
        fix: "decode it as it is encoded, or record it without withholding a part of it."
      )
    }
    for reducer in reducers { reducer.reduce(&next, action) }
    state = next
  }

  private mutating func compare(_ commit: WireRecord.Commit, with recorded: Tree) throws {
    guard let state else { return }
    let old = tree
    tree = trees.tree(of: state)
    if tree.masked(by: recorded) == recorded {
      comparedCount += 1
      return
    }
    throw ReplayProblem(
      "\(commit.title) changed the state in another way than in the recording.",
      [
        Listing("From the recorded state to this one:", difference(from: recorded)),
        Listing("Recorded changes:", commit.changes),
        Listing("Changes now:", Tree.changes(from: old, to: tree)),
      ],
      fix: "correct the reducers, or record the session again if they are meant to differ."
    )
  }

  /// Compares with a recorded state that follows commits without their changes.
  private mutating func compare(with recorded: Tree, after number: Int) throws {
    guard let state else { return }
    tree = Tree(showing: state)
    try requireSame(
      recorded,
      "The last \(uncheckedCount) actions up to commit \(number) led to another state than in"
        + " the recording.",
      fix: "correct the reducers, or record the session again if they are meant to differ."
    )
    comparedCount += uncheckedCount
    uncheckedCount = 0
  }

  /// Continues from a recorded state, if not all actions that led to it are known.
  private mutating func jump(to tree: Tree, _ moment: String) throws {
    guard let decode else {
      if state != nil, self.tree.masked(by: tree) == tree { return }
      throw ReplayProblem(
        "The actions that led to the state \(moment) are not in the recording.",
        fix:
          "make \(State.self) Decodable, and replay with `replay(\(State.self).self, reducers:)`."
      )
    }
    do {
      begin(with: try decode(tree))
    } catch {
      throw ReplayProblem(
        "The recorded state \(moment) cannot be made again: \(error)",
        fix:
          "decode \(State.self) as it is encoded, or pass the state with `replay(from:reducers:)`."
      )
    }
    try requireSame(tree, "The state \(moment) is encoded in another way than in the recording.")
  }

  private mutating func begin(with state: State) {
    self.state = state
    uncheckedCount = 0
    tree = trees.tree(of: state)
  }

  private func requireSame(
    _ recorded: Tree,
    _ happened: String,
    fix: String = "begin with the recorded state, and encode and decode all of it."
  ) throws {
    if tree.masked(by: recorded) == recorded { return }
    throw ReplayProblem(
      happened,
      [Listing("From the recorded state to this one:", difference(from: recorded))],
      fix: fix
    )
  }

  private func difference(from recorded: Tree) -> [TreeChange] {
    Tree.changes(from: recorded, to: tree.masked(by: recorded))
  }
}

extension WireRecord.Commit {
  /// Such as `Commit 12, AddTodo {title: "Milk"},`; quotes a program's name for something if it is
  /// not a plain name.
  fileprivate var title: String {
    let isPlain = action.name.allSatisfy { $0.isLetter || $0.isNumber || "_.<>, ".contains($0) }
    let payload = action.payload.map { " " + $0.summary(limit: 80) } ?? ""
    return "Commit \(number), \(isPlain ? action.name : action.name.quoted)\(payload),"
  }
}
