import SluiceTree

/// Prints each action, and only what it changed.
///
/// ```
/// #7 CompleteTodo {id: 4}
///   ~ todos[2].done: false → true
/// ```
///
/// Prints on the thread that delivers, and makes trees of both states for it: for development.
public struct PrintInterceptor<State: Sendable>: ActionInterceptor {
  private let output: @Sendable (String) -> Void

  /// Makes an interceptor that prints.
  /// - Parameter output: Gets the text of each commit, one line or more, without a newline at the
  ///   end. By default it goes to standard output.
  public init(output: @escaping @Sendable (String) -> Void = { print($0) }) {
    self.output = output
  }

  /// The old state, for the changes, and how effects fare.
  public var interests: InterceptorInterests { [.oldState, .effects] }

  /// Prints the commit.
  public func committed(_ commit: Commit<State>) {
    guard let oldState = commit.oldState else { return }
    let changes = commit.isHandled ? changes(from: oldState, to: commit.newState) : []
    output(ChangeText(commit.action, number: commit.number, changes).description)
  }

  /// Prints an action and what it changed, without a number: called by hand, by tests or by another
  /// interceptor.
  public func actionDispatched(action: any Action, oldState: State, newState: State) {
    output(ChangeText(action, changes(from: oldState, to: newState)).description)
  }

  private func changes(from oldState: State, to newState: State) -> [TreeChange] {
    Tree.changes(from: Tree(showing: oldState), to: Tree(showing: newState))
  }

  /// Prints an effect's failure.
  public func effectChanged(_ event: EffectEvent) {
    if case .failed(let error) = event.kind {
      output("! \(event.run.effect) failed: \(error)")
    }
  }
}
