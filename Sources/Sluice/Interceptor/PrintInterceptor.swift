import SluiceTree
import Synchronization

/// Prints each action, and only what it changed.
///
/// ```
/// #7 CompleteTodo {id: 4}
///   ~ todos[2].done: false → true
/// ```
///
/// Prints on the thread that delivers, and makes trees of both states for it: for development. A part
/// of the state that throws an error when it is encoded is shown by reflection, and reported once.
public struct PrintInterceptor<State: Sendable>: ActionInterceptor {
  private let output: @Sendable (String) -> Void
  private let reported = Reported()

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
    let shown = show(commit.isHandled ? (oldState, commit.newState) : nil)
    output(ChangeText(commit.action, number: commit.number, shown.changes).description)
    report(shown.failures)
  }

  /// Prints an action and what it changed, without a number: called by hand, by tests or by another
  /// interceptor.
  public func actionDispatched(action: any Action, oldState: State, newState: State) {
    let shown = show((oldState, newState))
    output(ChangeText(action, shown.changes).description)
    report(shown.failures)
  }

  private func show(
    _ states: (old: State, new: State)?
  ) -> (changes: [TreeChange], failures: [EncodingFailure]) {
    guard let states else { return ([], []) }
    let new = Tree.shown(states.new)
    return (Tree.changes(from: Tree(showing: states.old), to: new.tree), new.failures)
  }

  private func report(_ failures: [EncodingFailure]) {
    for failure in reported.unreported(failures) {
      output("! " + failure.sentence(about: "The state", reason: failure.reason))
    }
  }

  /// Prints an effect's failure.
  public func effectChanged(_ event: EffectEvent) {
    if case .failed(let error) = event.kind {
      output("! \(event.run.effect) failed: \(error)")
    }
  }
}

/// Which failures of encoding were reported.
private final class Reported: Sendable {
  private let kinds = Mutex<Set<String>>([])

  /// Those that were not reported before; they count as reported from now on.
  func unreported(_ failures: [EncodingFailure]) -> [EncodingFailure] {
    guard !failures.isEmpty else { return [] }
    return kinds.withLock { kinds in failures.filter { kinds.insert($0.kind).inserted } }
  }
}
