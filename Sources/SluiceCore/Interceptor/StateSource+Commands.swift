// Commands that an observer may execute on a store, if the program allows it: an Explorer, through
// its interceptor.

extension StateSource {
  /// Dispatches an action on behalf of the program.
  ///
  /// - Parameter command: The number that identifies the commit; see ``CommitFacts/command``.
  package func dispatch(_ action: any Action, command: Int) {
    core.dispatch(DispatchedAction(action, DispatchContext(command: command)))
  }

  /// Returns whether a reducer handles actions of a type.
  package func takes(_ type: any Action.Type) -> Bool {
    core.locked("dispatch(action:)") { _ in core.routes.registry.list(for: type).kind != .none }
  }

  /// Replaces the current state.
  ///
  /// `State` must be that of the store.
  ///
  /// - Parameter number: The commit after which the store had that state; `nil` if it didn't.
  package func restore<State: Sendable>(_ state: State, after number: Int?, command: Int) {
    guard let core = core as? StateCore<State> else { return }
    let reason = number.map { StateRestored.Reason.commit($0) } ?? .state
    core.restore(.state(\.self), reason, DispatchContext(command: command)) {
      RestoredPart(after: number) { state }
    }
  }
}

extension DispatchContext {
  /// Creates the context of what a command does.
  package init(command: Int) {
    let site = ActionOrigin.Site(
      fileID: "sluice-explorer",
      line: UInt(command),
      function: "command"
    )
    self.init(site: site, note: "from the Explorer", source: nil, command: command)
  }
}
