extension StateHistory: ReplayInterceptor {
  /// As many actions as steps, if it records actions.
  package var recordedActions: Int { recordsActions ? limit : 0 }
}

extension StateHistory {
  /// Reduces the store's actions again without some commits, as if these had not happened.
  ///
  /// ```swift
  /// let history = StateHistory<Drawing>(limit: 1_000, recordsActions: true)
  /// store.register(interceptor: history)
  /// …
  /// try history.replay(without: [3], in: store)      // The third action hasn't happened.
  /// try history.replay(without: [3, 5], in: store)   // Nor has the fifth.
  /// try history.replay(without: [], in: store)       // Both have.
  /// ```
  ///
  /// While a history that records actions is registered, its store records at least the last `limit`
  /// actions, those that make no step too, and the state before them: the whole state, also for a
  /// history of a part. All of them but those of the given commits are reduced again from there, by the reducers that are registered now. The list is complete: what
  /// an earlier call left out and this one doesn't is reduced again. A state restored by an undo or
  /// a redo comes back as the remaining actions make it; one that the program passed to
  /// ``Store/restore(_:note:fileID:line:function:)-(State,_,_,_,_)`` is where the record begins anew.
  ///
  /// The result is one commit whose action is ``StateRestored``, and a step that can be undone. It
  /// starts no effect, runs no follow-up and bypasses middleware. Callable from any thread, also while
  /// others dispatch: what they dispatch meanwhile is included. They wait only for parts of the work.
  ///
  /// - Parameters:
  ///   - commits: The numbers of the commits to leave out, such as a step's ``Step/commits``.
  ///   - store: The store in which this history is registered.
  ///   - note: A note that the commit's origin carries.
  ///   - fileID: The origin's file.
  ///   - line: The origin's line.
  ///   - function: The origin's function.
  /// - Throws: A ``ReplayRefusal`` if the action of one of the commits isn't recorded, or no longer;
  ///   it says from which commit on they are.
  /// - Complexity: The time of all recorded actions' reducers.
  public func replay<Environment>(
    without commits: some Sequence<Int>,
    in store: Store<State, Environment>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) throws(ReplayRefusal) {
    try store.replay(
      leavingOut: Set(commits),
      note: note,
      fileID: fileID,
      line: line,
      function: function
    )
  }

  /// Reduces the store's actions again without some commits, puts what that makes of a part of the
  /// state in its place, and leaves the rest unchanged.
  ///
  /// - Parameters:
  ///   - commits: The numbers of the commits to leave out, such as a step's ``Step/commits``.
  ///   - store: The store in which this history is registered.
  ///   - keyPath: The key path to the part.
  ///   - note: A note that the commit's origin carries.
  ///   - fileID: The origin's file.
  ///   - line: The origin's line.
  ///   - function: The origin's function.
  /// - Throws: A ``ReplayRefusal``.
  public func replay<Whole, Environment>(
    without commits: some Sequence<Int>,
    in store: Store<Whole, Environment>,
    at keyPath: any WritableKeyPath<Whole, State> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) throws(ReplayRefusal) {
    let omitted = Set(commits)
    try store.engine.replay(
      without: omitted,
      at: keyPath,
      StateRestored(reason: .replay(without: omitted.sorted())),
      .restoring(note, fileID, line, function)
    )
  }
}
