/// What is kept of a commit for the run that it starts, or for a stream.
struct Trigger: @unchecked Sendable {
  // `@unchecked`: the box is that of a `Sendable` state.
  let action: any Action
  /// Where the action was dispatched, for the report of a failure.
  let origin: ActionOrigin
  /// The commit, and the chain that it is part of: the cause of what the run dispatches.
  let cause: Cause
  /// The state at the commit, or what the effect sees of it, if the run retains it.
  let state: AnyStateBox?
  /// The part of the state to which the run belongs, if the effect has runs for each of several.
  let part: RunPart?

  /// - Parameters:
  ///   - state: The state at the commit, to be retained.
  ///   - view: The part of the state that the effect sees; `nil` for the whole state.
  ///   - part: The part of the state to which the run belongs.
  init(
    _ record: CommitRecord,
    retaining state: AnyStateBox? = nil,
    view: EffectView.View? = nil,
    for part: RunPart? = nil
  ) {
    self.part = part
    action = record.action
    origin = record.origin
    cause = record.cause
    self.state = state.map { state in
      (view as? any StateProjecting)?.project(state, record.version) ?? state
    }
  }

  /// The action as the work receives it.
  var input: any Action { part.map { PartAction(action: action, id: $0.id) } ?? action }

  /// The number of the commit.
  var number: Int { cause.number }

  /// What counts the runs that the action leads to, if somebody asked for it.
  var tracked: TrackedWork? { cause.chain.tracked }
}
