import Sluice
import SluiceTree
import SluiceWire

/// Replays a recording and compares the results: a pure state machine that consumes records.
struct Replay<State: Sendable> {
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
  private var recorded: Tree?
  private var lastNumber = 0

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
    switch record {
    case .state(let record): try take(record)
    case .commit(let commit): try take(commit)
    default: break
    }
  }

  private mutating func take(_ record: WireRecord.State) throws {
    if recorded != nil, record.number == lastNumber {
      recorded = record.state
      return
    }
    let isFirst = !hasBegun
    recorded = record.state
    lastNumber = record.number
    if isFirst, let initialState {
      begin(with: initialState)
      try requireSame(record.state, "The replay begins with another state than the recording.")
    } else {
      try jump(to: record.state, "after commit \(record.number)")
    }
  }

  private mutating func take(_ commit: WireRecord.Commit) throws {
    // Commits from before the recording have no changes.
    guard var recorded, commit.number > lastNumber else { return }
    do {
      try recorded.apply(commit.changes)
    } catch {
      throw ReplayProblem(
        "The changes of commit \(commit.number) do not fit the recorded state: \(error)",
        fix: "record the session again: the file was changed, or a part of it is missing."
      )
    }
    let isWhole =
      commit.count == 1 && commit.omittedChanges == 0 && !commit.changesAreUnknown
      && commit.number == lastNumber + 1
    self.recorded = recorded
    lastNumber = commit.number
    guard isWhole, commit.action.type != Replayed.restored else {
      // A `state` record follows if changes were omitted.
      if commit.omittedChanges > 0 || commit.changesAreUnknown {
        self.recorded = nil
        return
      }
      return try jump(to: recorded, "after commit \(commit.number)")
    }
    try reduce(commit, recorded)
  }

  private mutating func reduce(_ commit: WireRecord.Commit, _ recorded: Tree) throws {
    guard var next = state else { return }
    let action: any Action
    do {
      action = try accepted.action(commit.action)
    } catch {
      throw ReplayProblem(
        "The action of \(commit.title) cannot be made again: \(error)",
        fix: "decode it as it is encoded, or record it without withholding a part of it."
      )
    }
    for reducer in reducers { reducer.reduce(&next, action) }
    state = next
    let old = tree
    tree = Tree(showing: next)
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
    tree = Tree(showing: state)
  }

  private func requireSame(_ recorded: Tree, _ happened: String) throws {
    if tree.masked(by: recorded) == recorded { return }
    throw ReplayProblem(
      happened,
      [Listing("From the recorded state to this one:", difference(from: recorded))],
      fix: "begin with the recorded state, and encode and decode all of it."
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
