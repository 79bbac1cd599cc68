extension StateHistory {
  // MARK: - Undo and redo

  /// Restores the state before the last step.
  /// - Returns: Whether there was a step.
  @discardableResult
  public func undo<Environment>(
    in store: Store<State, Environment>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    undo(in: store, at: \State.self, fileID: fileID, line: line, function: function)
  }

  /// Restores the state after the step that was undone last.
  /// - Returns: Whether there was one, and no new step since.
  @discardableResult
  public func redo<Environment>(
    in store: Store<State, Environment>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    redo(in: store, at: \State.self, fileID: fileID, line: line, function: function)
  }

  /// Restores the part of the state before the last step, and leaves the rest unchanged.
  /// - Returns: Whether there was a step.
  @discardableResult
  public func undo<Whole, Environment>(
    in store: Store<Whole, Environment>,
    at keyPath: any WritableKeyPath<Whole, State> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    move(.undo, in: store, at: keyPath, .restoring(nil, fileID, line, function))
  }

  /// Restores the part of the state after the step that was undone last, and leaves the rest
  /// unchanged.
  /// - Returns: Whether there was one, and no new step since.
  @discardableResult
  public func redo<Whole, Environment>(
    in store: Store<Whole, Environment>,
    at keyPath: any WritableKeyPath<Whole, State> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    move(.redo, in: store, at: keyPath, .restoring(nil, fileID, line, function))
  }

  /// Restores a state and moves its step in one critical section, so that threads that undo
  /// concurrently restore the states in the order of the steps.
  private func move<Whole, Environment>(
    _ move: Timeline.Move,
    in store: Store<Whole, Environment>,
    at keyPath: any WritableKeyPath<Whole, State> & Sendable,
    _ context: DispatchContext
  ) -> Bool {
    let action = StateRestored(reason: move.reason, history: ObjectIdentifier(self))
    return store.engine.restore(at: keyPath, action, context) {
      let (step, revision) = next(move)
      guard let step, let state = move.state(step) else { return nil }
      return RestoredPart(part: state, after: move.number(step)) { [self] in
        perform(move, ifStill: revision)
      }
    }
  }

  // MARK: - Groups

  /// Begins a group: all commits of a store from now on count as one step, until the group ends.
  ///
  /// For one gesture of a person that takes a program many actions: a drag, a word being typed.
  /// - Returns: The group, which ends it.
  public func beginGroup<Whole, Environment>(
    in store: Store<Whole, Environment>
  ) -> StateHistoryGroup {
    let engine = store.engine
    let number = engine.lastNumber
    let id = change { $0.beginGroup(after: number) }
    return StateHistoryGroup { [self] in
      let number = engine.lastNumber
      change { $0.endGroup(id, through: number) }
    }
  }

  /// Calls a closure, and counts all commits of a store during the call as one step.
  ///
  /// - Parameters:
  ///   - store: The store whose commits count, those of other threads too.
  ///   - body: The closure to call.
  /// - Returns: The closure's result.
  /// - Throws: Any error the closure throws; the group ends all the same.
  public func group<Whole, Environment, Result>(
    in store: Store<Whole, Environment>,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let group = beginGroup(in: store)
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

extension Engine {
  /// The number of the last commit; 0 before the first.
  fileprivate var lastNumber: Int { locked("history") { _ in number } }
}
