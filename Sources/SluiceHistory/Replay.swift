import SluiceCore

/// A state that is being made again, from the commits of a ``ReplayLog`` without some of them.
struct Replay<State: Sendable> {
  /// The commits that are left out.
  private let omitted: Set<Int>
  /// The commits whose states come back later, and these states.
  private let targets: Set<Int>
  private var saved: [Int: StateBox<State>] = [:]
  /// The state; this is its only owner.
  private(set) var state: StateBox<State>
  /// The number of the last commit that the state includes.
  private(set) var number: Int

  /// - Throws: A ``ReplayRefusal`` if a commit to be left out isn't in the log.
  init(
    of log: ReplayLog<State>,
    without omitted: Set<Int>
  ) throws(ReplayRefusal) {
    let commits = log.commits
    if let missing = omitted.filter({ commits?.contains($0) != true }).min() {
      throw ReplayRefusal(commit: missing, available: commits)
    }
    self.omitted = omitted
    targets = log.targets
    state = StateBox(copying: log.base)
    number = log.baseNumber
    save()
  }

  /// Includes all later commits of a log.
  ///
  /// - Parameter reduce: Reduces an action into the state, by what reduced it when it was dispatched.
  /// - Returns: Whether that was possible; otherwise the replay must begin anew.
  mutating func advance(
    through log: ReplayLog<State>,
    _ reduce: (any Action, HandlerList, StateBox<State>) -> Void
  ) -> Bool {
    guard log.contains(stateAfter: number) else { return false }
    while number < log.lastNumber {
      if !omitted.contains(number + 1) {
        switch log[number + 1] {
        case .action(let action, let handlers):
          reduce(action, handlers, state)
        case .restored(let restoration):
          let earlier = restoration.after.flatMap { saved[$0] }
          if restoration.after != nil, earlier == nil { return false }
          unsafe restoration.put(&state.pointer.pointee, earlier?.value)
        case .replayed:
          break
        }
      }
      number += 1
      save()
    }
    assert(number == log.lastNumber)
    return true
  }

  private mutating func save() {
    if targets.contains(number) { saved[number] = StateBox(copying: state) }
  }
}
