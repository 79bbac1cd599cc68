import SluiceLocks
import SluiceTree

/// Prints each action with its changes only.
///
/// ```
/// #7 CompleteTodo {id: 4}
///   ~ todos[2].done: false → true
/// ```
///
/// For development: prints on the thread that delivers. Retains the last state, and encodes only what
/// changed since; encodes what contains a class, and an ``EncodedEachTime`` type, at each commit. A
/// state that isn't `Encodable` is shown by reflection, in time linear in its size. A part that
/// throws an error when encoded is shown by reflection, and reported once.
public struct PrintInterceptor<State: Sendable>: ActionInterceptor, EffectInterceptor,
  WatchingInterceptor
{
  private let output: @Sendable (String) -> Void
  private let reported = Reported()
  private let trees = StateTrees()

  /// Creates an interceptor that prints.
  /// - Parameter output: Receives the text of each commit, one line or more, without a trailing
  ///   newline. By default, prints to standard output.
  public init(output: @escaping @Sendable (String) -> Void = { print($0) }) {
    self.output = output
  }

  /// Requests the old state, for the changes, and the events of effects.
  public var interests: InterceptorInterests { [.oldState, .effects] }

  /// Prints the commit.
  public func committed(_ commit: Commit<State>) {
    guard let oldState = commit.oldState else { return }
    let shown = show(commit.isHandled ? (oldState, commit.newState) : nil)
    output(ChangeText(commit.action, number: commit.number, shown.changes).description)
    report(shown.failures)
  }

  /// Prints an action and its changes, without a number, for direct calls by tests or by another
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
    let shown = trees.changes(from: states.old, to: states.new)
    for type in shown.impureTypes { output("! " + EncodingMemo.sentence(about: [type])) }
    return (shown.changes, shown.failures)
  }

  private func report(_ failures: [EncodingFailure]) {
    for failure in reported.unreported(failures) {
      output("! " + failure.sentence(about: "The state", reason: failure.reason))
    }
  }

  /// Prints an effect's failure, and the attempts that failed before.
  public func effectChanged(_ event: EffectEvent) {
    switch event.kind {
    case .failed(let error): output("! \(event.run) failed: \(error)")
    case .retrying(let attempt, let error, let wait):
      output("↻ \(event.run), attempt \(attempt) failed, next in \(wait): \(error)")
    case .started, .ended, .endedByAnswer, .cancelled: break
    }
  }
}

/// The encoding failures reported so far.
private final class Reported: Sendable {
  private let kinds = Mutex<Set<String>>([])

  /// Returns the failures not reported before, which count as reported from now on.
  func unreported(_ failures: [EncodingFailure]) -> [EncodingFailure] {
    guard !failures.isEmpty else { return [] }
    return kinds.withLock { kinds in failures.filter { kinds.insert($0.kind).inserted } }
  }
}
