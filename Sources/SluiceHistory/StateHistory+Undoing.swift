import SluiceCore

extension StateHistory {
  // MARK: - Undo and redo

  /// Restores the part of the state before the last step, and leaves the rest unchanged.
  ///
  /// Prints a warning, once, if this history isn't registered with a store.
  /// - Returns: Whether there was a step.
  @discardableResult
  public func undo(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    move(.undo, requirePlace(for: "undo()"), .restoring(nil, fileID, line, function))
  }

  /// Restores the part of the state that the last undo replaced, and leaves the rest unchanged.
  ///
  /// That is the part after the step, with what other actions, which make no step, have changed until the
  /// undo. An undo after that brings back what the redo replaces.
  ///
  /// Prints a warning, once, if this history isn't registered with a store.
  /// - Returns: Whether there was one, and no new step since.
  @discardableResult
  public func redo(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    move(.redo, requirePlace(for: "redo()"), .restoring(nil, fileID, line, function))
  }

  /// Restores a part and moves its step in one critical section, so that threads that undo
  /// concurrently restore the parts in the order of the steps.
  private func move(
    _ move: Timeline.Move,
    _ place: (any HistoryPlace<Part>)?,
    _ context: borrowing DispatchContext
  ) -> Bool {
    guard let place else { return false }
    return place.restore(move.reason, context) {
      let (step, revision) = next(move)
      guard let step else { return nil }
      // What the step had is retained here until the lock is released.
      return RestoredPart(after: move.number(step)) { [self] replaced, _ in
        perform(move, replacing: replaced, ifStill: revision)
      } part: {
        move.state(step)
      }
    }
  }

  // MARK: - Leaving out actions

  /// Reduces the store's actions again without some commits, as if these had not happened, puts what
  /// that makes of the part in its place, and leaves the rest unchanged.
  ///
  /// ```swift
  /// let history = StateHistory(of: \AppState.drawing, limit: 1_000, recordsActions: true)
  /// store.register(history: history)
  /// …
  /// try history.replay(without: [3])      // The third action hasn't happened.
  /// try history.replay(without: [3, 5])   // Nor has the fifth.
  /// try history.replay(without: [])       // Both have.
  /// ```
  ///
  /// A history that records actions has at least the last `limit` actions of its store, those that
  /// make no step too, and the whole state before them. All of them but those of the given commits are
  /// reduced again from there, each by the reducers that were registered when it was dispatched. The
  /// list is complete: what an earlier call left out and this one doesn't is reduced again. A state
  /// restored by an undo or a redo comes back as the remaining actions make it; one that the program
  /// passed to ``/Sluice/Store/restore(_:note:fileID:line:function:)-(State,_,_,_,_)`` is where the record
  /// begins anew.
  ///
  /// The result is one commit whose action is ``/Sluice/StateRestored``, and a step that can be undone. It
  /// starts no effect, runs no follow-up and bypasses middleware. Callable from any thread, also while
  /// others dispatch: what they dispatch meanwhile is included, and they hardly wait.
  ///
  /// - Parameters:
  ///   - commits: The numbers of the commits to leave out, such as a step's ``Step/commits``.
  ///   - note: A note that the commit's origin carries.
  ///   - fileID: The origin's file.
  ///   - line: The origin's line.
  ///   - function: The origin's function.
  /// - Throws: A ``ReplayRefusal`` if the action of one of the commits isn't recorded, or no longer;
  ///   it says from which commit on they are.
  /// - Complexity: The time of all recorded actions' reducers.
  public func replay(
    without commits: some Sequence<Int>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) throws(ReplayRefusal) {
    let omitted = Set(commits)
    guard let place else { throw ReplayRefusal(commit: omitted.min(), available: nil) }
    try place.replay(without: omitted, .restoring(note, fileID, line, function))
  }

  // MARK: - Groups

  /// Begins a group: all commits of the store from now on count as one step, until the group ends.
  ///
  /// For one gesture of a person that takes a program many actions: a drag, a word being typed.
  /// Prints a warning, once, if this history isn't registered with a store.
  /// - Returns: The group, which ends it.
  public func beginGroup() -> StateHistoryGroup {
    guard let place = requirePlace(for: "beginGroup()") else { return StateHistoryGroup {} }
    let number = place.lastNumber
    let id = change { $0.beginGroup(after: number) }
    return StateHistoryGroup { [self] in
      let number = place.lastNumber
      change { $0.endGroup(id, through: number) }
    }
  }

  /// Calls a closure, and counts all commits of the store during the call as one step.
  ///
  /// - Parameter body: The closure to call. Commits of other threads meanwhile count, too.
  /// - Returns: The closure's result.
  /// - Throws: Any error the closure throws; the group ends all the same.
  public func group<Result>(_ body: () throws -> Result) rethrows -> Result {
    let group = beginGroup()
    defer { group.end() }
    return try body()
  }
}

/// Commits that count as one step of a ``StateHistory``, until the group ends.
public struct StateHistoryGroup: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  /// Ends the group; the next commit is a separate step.
  ///
  /// Further calls have no effect.
  public func end() { onEnd() }
}
