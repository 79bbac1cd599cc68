import SluiceCore

/// What is kept of a commit for the run that it starts, or for a stream.
struct StartingCommit: @unchecked Sendable {
  // `@unchecked`: the boxes are those of `Sendable` values.
  let action: any Action
  /// Where the action was dispatched, for the report of a failure.
  let origin: ActionOrigin
  /// What the commit takes along.
  let carried: Carried?
  /// The commit, and the chain that it is part of: the cause of what the run dispatches.
  let cause: Cause
  /// What the run retains of the states before and after the commit; see ``StateRetention``.
  let retained: CommitStates
  /// The scope that the run is within.
  let scope: RunScope

  /// - Parameters:
  ///   - scope: The scope that the run is within.
  ///   - retained: What to retain of the states before and after the commit.
  init(
    _ record: CommitRecord,
    in scope: RunScope,
    retaining retained: CommitStates = CommitStates()
  ) {
    self.scope = scope
    action = record.action
    origin = record.origin
    carried = record.carried
    cause = record.cause
    self.retained = retained
  }

  /// The action as the work receives it.
  var input: any Action { scope.received(action) }

  /// The number of the commit.
  var number: Int { cause.number }

  /// What counts the runs that the action leads to, if somebody asked for it.
  var tracked: TrackedWork? { cause.chain.tracked }
}
