// What somebody who watches may do to a store, if the program allows it: an Explorer, by way of its
// interceptor.

extension StateSource {
  /// Dispatches an action in the place of the program.
  ///
  /// - Parameter command: What the commit is to be known by, see ``CommitFacts/command``.
  package func dispatch(_ action: any Action, command: Int) {
    engine.dispatch(action, DispatchContext(command: command))
  }

  /// Puts the state after an earlier commit in the place of the current one.
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
      StateRestored(reason: .commit(number)),
      DispatchContext(command: command)
    )
  }

  /// Puts a state in the place of the current one.
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
