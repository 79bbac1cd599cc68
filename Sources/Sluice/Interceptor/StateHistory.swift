/// Keeps the last commits of a store, and undoes and redoes them.
///
/// ```swift
/// let history = StateHistory<Drawing>(limit: 100)
/// store.register(interceptor: history)
/// store.dispatch(action: DrawLine(…))
/// history.undo(in: store)
/// ```
///
/// A history keeps states, so the store copies what a dispatch changes: of a large state, watch the
/// part that is to be undone, with ``Interceptor/lift(state:)``, and undo with a key path. An undo
/// is a commit of its own, whose action is ``StateRestored``; it sets off no effect. Callable from
/// any thread.
public final class StateHistory<State: Sendable>: Interceptor, @unchecked Sendable {
  // `@unchecked`: a lock guards the timeline; the other fields are constant.

  /// What one undo undoes: a commit, or a group of them.
  public struct Step: Sendable {
    var first: Commit<State>
    var last: Commit<State>
    var group: Int?

    /// What was dispatched; of a group, as many of the last actions as the history keeps steps.
    public internal(set) var actions: [any Action]

    /// The numbers of the first commit and of the last.
    public var commits: ClosedRange<Int> { first.number...last.number }
    /// The state before; `nil` never, but for commits that were made without.
    public var oldState: State? { first.oldState }
    /// The state after.
    public var newState: State { last.newState }
  }

  private let isRecorded: @Sendable (any Action) -> Bool
  private let areEqual: (@Sendable (State, State) -> Bool)?
  private let timeline: Locked<Timeline>

  /// Makes a history of so many steps.
  /// - Parameters:
  ///   - limit: How many steps are kept; older ones go.
  ///   - isRecorded: Which actions make steps. A commit of another action is nothing to undo by
  ///     itself, but an undo of a step before it puts back a state from before it, too.
  public init(
    limit: Int = 100,
    recording isRecorded: @escaping @Sendable (any Action) -> Bool = { _ in true }
  ) {
    timeline = Locked(Timeline(limit: limit))
    self.isRecorded = isRecorded
    areEqual = nil
  }

  /// Makes a history of so many steps; a commit that leaves the state equal is none.
  /// - Parameters:
  ///   - limit: How many steps are kept; older ones go.
  ///   - isRecorded: Which actions make steps.
  public init(
    limit: Int = 100,
    recording isRecorded: @escaping @Sendable (any Action) -> Bool = { _ in true }
  ) where State: Equatable {
    timeline = Locked(Timeline(limit: limit))
    self.isRecorded = isRecorded
    areEqual = { $0 == $1 }
  }

  /// The old state, to put it back.
  public var interests: InterceptorInterests { .oldState }

  /// Adds a step, unless the commit is an undo or a redo of this history.
  public func committed(_ commit: Commit<State>) {
    guard commit.isHandled, isRecorded(commit.action), let old = commit.oldState else { return }
    if (commit.action as? StateRestored)?.history == ObjectIdentifier(self) { return }
    if let areEqual, areEqual(old, commit.newState) { return }
    change { $0.add(commit) }
  }

  // MARK: - Looking

  /// What can be undone, the last step last.
  public var past: [Step] { timeline.withLock { $0.past } }
  /// What can be redone, the next step last.
  public var future: [Step] { timeline.withLock { $0.future } }
  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// Forgets all steps.
  public func clear() {
    change { $0.clear() }
  }

  /// Changes the steps; what that removes is released after the lock.
  @discardableResult
  func change<Result>(_ body: (inout Timeline) -> Result) -> Result {
    let (old, result) = timeline.withLock { timeline in
      defer { timeline.revision += 1 }
      return (timeline, body(&timeline))
    }
    withExtendedLifetime(old) {}
    return result
  }

  /// The step to move next, and what tells whether the timeline has changed since.
  func next(_ move: Timeline.Move) -> (step: Step?, revision: Int) {
    timeline.withLock { ($0.next(move), $0.revision) }
  }

  /// Moves the next step unless the timeline has changed; removes nothing.
  /// - Returns: Whether it did.
  func perform(_ move: Timeline.Move, ifStill revision: Int) -> Bool {
    timeline.withLock { timeline in
      guard timeline.revision == revision else { return false }
      timeline.revision += 1
      timeline.perform(move)
      return true
    }
  }
}
