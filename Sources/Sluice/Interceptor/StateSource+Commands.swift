// Commands that an observer may execute on a store, if the program allows it: an Explorer, through
// its interceptor.

extension StateSource {
  /// Dispatches an action on behalf of the program.
  ///
  /// - Parameter command: The number that identifies the commit; see ``CommitFacts/command``.
  package func dispatch(_ action: any Action, command: Int) {
    engine.dispatch(action, DispatchContext(command: command))
  }

  /// Replaces the current state with the one after an earlier commit.
  ///
  /// `State` must be that of the store.
  package func restore<State: Sendable>(
    _ held: HeldState,
    as type: State.Type,
    after number: Int,
    command: Int
  ) {
    guard let engine = engine as? StateEngine<State> else { return }
    engine.restore(
      unsafe StateBox(held.box),
      after: number,
      StateRestored(reason: .commit(number)),
      DispatchContext(command: command)
    )
  }

  /// Reduces the recorded actions again without some commits.
  ///
  /// `State` must be that of the store.
  package func replay<State: Sendable>(
    without commits: [Int],
    as type: State.Type,
    command: Int
  ) throws(ReplayRefusal) {
    guard let engine = engine as? StateEngine<State> else { return }
    let omitted = Set(commits)
    try engine.replay(
      without: omitted,
      at: \State.self,
      StateRestored(reason: .replay(without: omitted.sorted())),
      DispatchContext(command: command)
    )
  }

  /// Replaces the current state.
  ///
  /// `State` must be that of the store.
  package func restore<State: Sendable>(_ state: State, command: Int) {
    guard let engine = engine as? StateEngine<State> else { return }
    engine.restore(
      StateBox(holding: state),
      StateRestored(reason: .state),
      DispatchContext(command: command)
    )
  }
}

extension DispatchContext {
  fileprivate init(command: Int) {
    let site = ActionOrigin.Site(
      fileID: "sluice-explorer",
      line: UInt(command),
      function: "command"
    )
    self.init(site: site, note: "from the Explorer", source: nil, command: command)
  }
}
