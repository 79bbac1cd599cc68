extension StateHistory {
  // MARK: - Undo and redo

  /// Puts the state before the last step back.
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

  /// Puts the state after the step that was undone last back.
  /// - Returns: Whether there was one, and nothing new happened since.
  @discardableResult
  public func redo<Environment>(
    in store: Store<State, Environment>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    redo(in: store, at: \State.self, fileID: fileID, line: line, function: function)
  }

  /// Puts the part of the state before the last step back, and leaves the rest as it is.
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

  /// Puts the part of the state after the step that was undone last back, and leaves the rest as
  /// it is.
  /// - Returns: Whether there was one, and nothing new happened since.
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

  /// Puts a state back and moves its step in one critical section, so that threads that undo at once
  /// put the states back in the order of the steps.
  private func move<Whole, Environment>(
    _ move: Timeline.Move,
    in store: Store<Whole, Environment>,
    at keyPath: any WritableKeyPath<Whole, State> & Sendable,
    _ context: DispatchContext
  ) -> Bool {
    let action = StateRestored(reason: move.reason, history: ObjectIdentifier(self))
    return store.engine.restore(at: keyPath, action, context) {
      let (step, revision) = next(move)
      guard let state = step.flatMap(move.state) else { return nil }
      return RestoredPart(part: state) { [self] in perform(move, ifStill: revision) }
    }
  }

  // MARK: - Groups

  /// Lets all commits of a store from now on, until the group ends, count as one step.
  ///
  /// For what a person does in one go and a program in many actions: a drag, a word that is typed.
  /// - Returns: What ends the group.
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

  /// Lets all commits of a store during a function count as one step.
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

  /// Ends the group: the next commit is a step of its own.
  ///
  /// Has no effect the second time.
  public func end() { onEnd() }
}

extension Engine {
  /// The number of the last commit; 0 before the first.
  fileprivate var lastNumber: Int { locked("history") { _ in number } }
}
