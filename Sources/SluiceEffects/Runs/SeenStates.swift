import SluiceCore

/// The states before and after a commit, as an effect sees them: the store's, or those of its part.
struct SeenStates {
  let states: CommitStates
  /// Leads to the effect's part in a state; `nil` if it sees the whole.
  let path: (any AnyPlacePath)?
  /// Tells the part from others, if there are several.
  let id: PartID

  /// Returns the state after the commit, if it is of the type, or the effect's part of it.
  ///
  /// - Returns: `nil` if that part wasn't there.
  func after(_ type: any Sendable.Type) -> AnyStateBox? {
    states.after.flatMap { part(of: $0, type) }
  }

  /// Returns the state before the commit, as `after` does that after it; `nil` also for a part that the
  /// commit made.
  func before(_ type: any Sendable.Type) -> AnyStateBox? {
    states.before.flatMap { part(of: $0, type) }
  }

  private func part(of state: AnyStateBox, _ type: any Sendable.Type) -> AnyStateBox? {
    guard let path, path.part == type else { return state }
    return path.part(id, of: state)
  }
}

/// What a run retains of the states before and after the commit that starts it.
struct StateRetention: Sendable {
  /// The type of the state.
  let state: any Sendable.Type
  let states: RetainedStates

  /// Returns what is retained; `nil` if the effect's part of the state wasn't there at the commit: the
  /// action was for nothing.
  ///
  /// User code: called by the delivering thread, without a lock.
  func retained(of seen: SeenStates) -> CommitStates? {
    var retained = CommitStates()
    if states.contains(.before) { retained.before = seen.before(state) }
    if states.contains(.atCommit) {
      guard let after = seen.after(state) else { return nil }
      retained.after = after
    }
    return retained
  }
}
