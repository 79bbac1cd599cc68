/// A state that is being made again, from the commits of a ``ReplayLog`` without some of them.
struct Replay<State: Sendable> {
  /// The commits that are left out.
  let omitted: Set<Int>
  /// The state; this is its only owner.
  let state: StateBox<State>
  /// The number of the last commit that the state includes.
  private(set) var number: Int
  /// The registered reducers with which it began.
  let reducers: Int
  /// The commits whose states come back later.
  private let targets: Set<Int>
  private var saved: [Int: StateBox<State>] = [:]
  /// The follow-ups that the reducers request; they are not executed.
  var output = ReducerOutput()

  /// - Parameter reducers: ``Reducers/revision``.
  init(of log: ReplayLog<State>, without omitted: Set<Int>, reducers: Int) {
    self.omitted = omitted
    self.reducers = reducers
    state = StateBox(copying: log.base)
    number = log.baseNumber
    targets = log.targets
    save()
  }

  /// The state after a commit, as made again; `nil` if it wasn't known that it would be needed.
  subscript(stateAfter number: Int) -> StateBox<State>? { saved[number] }

  /// Includes one more commit.
  mutating func pass() {
    number += 1
    save()
  }

  private mutating func save() {
    if targets.contains(number) { saved[number] = StateBox(copying: state) }
  }
}
