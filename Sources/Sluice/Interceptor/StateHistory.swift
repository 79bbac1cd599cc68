/// Retains the last commits of a store, and undoes and redoes them.
///
/// ```swift
/// let history = StateHistory<Drawing>(limit: 100)
/// store.register(interceptor: history)
/// store.dispatch(action: DrawLine(…))
/// history.undo(in: store)
/// ```
///
/// A history retains states, so the store copies what a dispatch changes: for a large state,
/// observe only the part to undo, with ``Interceptor/lift(state:)``, and undo with a key path. An
/// undo is a separate commit, whose action is ``StateRestored``; it starts no effect. Callable from
/// any thread.
public final class StateHistory<State: Sendable>: WatchingInterceptor, @unchecked Sendable {
  // `@unchecked`: a lock guards the timeline; the other fields are constant.

  /// The unit of undo: a commit or a group of them.
  public struct Step: Sendable {
    var first: Commit<State>
    var last: Commit<State>
    var group: Int?

    /// The dispatched actions; of a group, at most the last `limit` of them.
    public internal(set) var actions: [any Action]

    /// The numbers of the first commit and of the last.
    public var commits: ClosedRange<Int> { first.number...last.number }
    /// The state before; `nil` only for commits created without it.
    public var oldState: State? { first.oldState }
    /// The state after.
    public var newState: State { last.newState }
  }

  /// The maximum number of steps.
  let limit: Int
  /// Whether the store records its actions, for ``replay(without:in:note:fileID:line:function:)``.
  let recordsActions: Bool
  private let isRecorded: @Sendable (any Action) -> Bool
  private let areEqual: (@Sendable (State, State) -> Bool)?
  private let timeline: Locked<Timeline>

  /// Creates a history of at most `limit` steps.
  /// - Parameters:
  ///   - limit: The maximum number of steps; older ones are dropped.
  ///   - recordsActions: Whether the store records at least its last `limit` actions and two
  ///     states, so that ``replay(without:in:note:fileID:line:function:)`` can leave some out.
  ///   - isRecorded: Returns whether an action makes a step. A commit of another action can't be
  ///     undone by itself, but undoing a step before it also restores a state from before it.
  public init(
    limit: Int = 100,
    recordsActions: Bool = false,
    recording isRecorded: @escaping @Sendable (any Action) -> Bool = { _ in true }
  ) {
    self.limit = limit
    self.recordsActions = recordsActions
    timeline = Locked(Timeline(limit: limit))
    self.isRecorded = isRecorded
    areEqual = nil
  }

  /// Creates a history of at most `limit` steps, without commits that leave the state equal.
  /// - Parameters:
  ///   - limit: The maximum number of steps; older ones are dropped.
  ///   - recordsActions: Whether the store records at least its last `limit` actions and two
  ///     states, so that ``replay(without:in:note:fileID:line:function:)`` can leave some out.
  ///   - isRecorded: Returns whether an action makes a step.
  public init(
    limit: Int = 100,
    recordsActions: Bool = false,
    recording isRecorded: @escaping @Sendable (any Action) -> Bool = { _ in true }
  ) where State: Equatable {
    self.limit = limit
    self.recordsActions = recordsActions
    timeline = Locked(Timeline(limit: limit))
    self.isRecorded = isRecorded
    areEqual = { $0 == $1 }
  }

  /// Requests the old state, to restore it.
  public var interests: InterceptorInterests { .oldState }

  /// Adds a step, unless the commit is an undo or a redo of this history.
  public func committed(_ commit: Commit<State>) {
    guard commit.isHandled, isRecorded(commit.action), let old = commit.oldState else { return }
    if (commit.action as? StateRestored)?.history == ObjectIdentifier(self) { return }
    if let areEqual, areEqual(old, commit.newState) { return }
    change { $0.add(commit) }
  }

  // MARK: - Looking

  /// The steps that can be undone, the last step last.
  public var past: [Step] { timeline.withLock { $0.past } }
  /// The steps that can be redone, the next step last.
  public var future: [Step] { timeline.withLock { $0.future } }
  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// Removes all steps.
  ///
  /// - Complexity: O(*n*), where *n* is the number of steps.
  public func clear() {
    change { $0.clear() }
  }

  /// Changes the steps; removed ones are released after the lock.
  @discardableResult
  func change<Result>(_ body: (inout Timeline) -> Result) -> Result {
    let (old, result) = timeline.withLock { timeline in
      defer { timeline.revision += 1 }
      return (timeline, body(&timeline))
    }
    withExtendedLifetime(old) {}
    return result
  }

  /// Returns the step to move next, and the timeline's revision, which detects later changes.
  func next(_ move: Timeline.Move) -> (step: Step?, revision: Int) {
    timeline.withLock { ($0.next(move), $0.revision) }
  }

  /// Moves the next step unless the timeline has changed; removes nothing.
  /// - Returns: Whether the step was moved.
  func perform(_ move: Timeline.Move, ifStill revision: Int) -> Bool {
    timeline.withLock { timeline in
      guard timeline.revision == revision else { return false }
      timeline.revision += 1
      timeline.perform(move)
      return true
    }
  }
}
