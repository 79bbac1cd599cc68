public import SluiceCore
import SluiceLocks

/// Retains the last changes of a part of a store's state, and undoes and redoes them.
///
/// ```swift
/// let history = StateHistory(of: .state(\AppState.drawing), limit: 100)
/// store.register(history: history)
/// store.dispatch(action: DrawLine(…))
/// history.undo()
/// ```
///
/// A history of `.state(\AppState.self)` is one of the whole state. It retains parts of old states, so the
/// store copies what a dispatch changes in them. An undo replaces the part, and leaves the rest
/// unchanged; it is a separate commit, whose action is ``/Sluice/StateRestored``, and starts no effect.
/// Callable from any thread.
public final class StateHistory<
  State: Sendable,
  Part: Sendable & Equatable
>: @unchecked Sendable {
  // `@unchecked`: locks guard the timeline and the place; the other fields are constant.

  /// The unit of undo: a commit or a group of them.
  public struct Step: Sendable {
    /// The numbers of the first commit and of the last.
    public internal(set) var commits: ClosedRange<Int>
    /// The dispatched actions; of a group, at most the last `limit` of them.
    public internal(set) var actions: [any Action]
    /// The part before; if the step was redone, what the redo replaced: an undo restores it.
    public internal(set) var oldState: Part
    /// The part after; if the step was undone, what the undo replaced: a redo restores it.
    public internal(set) var newState: Part
    /// The numbers of the commits after which these parts were there.
    var numbers: (old: Int, new: Int)
    var group: Int?

    init(_ commit: Int, _ action: any Action, from oldState: Part, to newState: Part) {
      commits = commit...commit
      actions = [action]
      self.oldState = oldState
      self.newState = newState
      numbers = (commit - 1, commit)
    }
  }

  /// The maximum number of steps.
  let limit: Int
  /// Whether actions are recorded, for ``replay(without:note:fileID:line:function:)``.
  let recordsActions: Bool
  let part: Place<State, Only, Part>
  private let isRecorded: @Sendable (any Action) -> Bool
  private let timeline: Locked<Timeline>
  private let home = Locked(Home())

  /// Where a history is registered.
  private struct Home {
    weak var place: (any HistoryPlace<Part>)?
    var wasWarned = false
  }

  private init(
    _ part: Place<State, Only, Part>,
    _ limit: Int,
    _ recordsActions: Bool,
    _ isRecorded: @escaping @Sendable (any Action) -> Bool
  ) {
    self.part = part
    self.limit = limit
    self.recordsActions = recordsActions
    self.isRecorded = isRecorded
    timeline = Locked(Timeline(limit: limit))
  }

  /// Creates a history of at most `limit` steps, without commits that leave the part equal.
  /// - Parameters:
  ///   - part: Where the part is. Of one that may be absent, the steps are forgotten when it goes, or when
  ///     another one by its id takes its place.
  ///   - limit: The maximum number of steps; older ones are dropped.
  ///   - recordsActions: Whether at least the last `limit` actions of the store and two states are
  ///     recorded, so that ``replay(without:note:fileID:line:function:)`` can leave some out.
  ///   - isRecorded: Returns whether an action makes a step. A commit of another action can't be
  ///     undone by itself, but undoing a step before it also restores a part from before it, and a
  ///     redo brings it back. What restores a state, or replays actions, always makes a step, unless
  ///     it is what was saved in a file.
  public convenience init(
    of part: Place<State, Only, Part>,
    limit: Int = 100,
    recordsActions: Bool = false,
    recording isRecorded: @escaping @Sendable (any Action) -> Bool = { _ in true }
  ) {
    self.init(part, limit, recordsActions, isRecorded)
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

  // MARK: - Steps

  /// Returns whether a commit makes a step if it changes the part.
  func records(_ action: any Action, isRestored: Bool) -> Bool {
    guard isRestored else { return isRecorded(action) }
    guard let restored = action as? StateRestored else { return true }
    // What was saved by an earlier process isn't what a person did in this one.
    if case .saved = restored.reason { return false }
    return restored.restorer != ObjectIdentifier(self)
  }

  /// Adds a step, unless it changes nothing.
  func add(_ step: Step) {
    if step.oldState == step.newState { return }
    change { $0.add(step) }
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

  /// Moves the next step unless the timeline has changed.
  ///
  /// - Parameter replaced: What the step's part is put in the place of.
  /// - Returns: Whether the step was moved.
  func perform(
    _ move: Timeline.Move,
    replacing replaced: ReplacedPart<Part>,
    ifStill revision: Int
  ) -> Bool {
    timeline.withLock { timeline in
      guard timeline.revision == revision else { return false }
      timeline.revision += 1
      timeline.perform(move, replacing: replaced)
      return true
    }
  }

  // MARK: - The place

  /// The place where this history is registered, if it is.
  var place: (any HistoryPlace<Part>)? {
    home.withLock { $0.place }.flatMap { $0.isRegistered ? $0 : nil }
  }

  func settle(at place: any HistoryPlace<Part>) {
    // Commits of another store have numbers of their own.
    change { $0.endGroups() }
    home.withLock { $0.place = place }
  }

  /// The place; if there is none, prints that an operation does nothing.
  func requirePlace(for operation: StaticString) -> (any HistoryPlace<Part>)? {
    if let place { return place }
    let isFirst = home.withLock { home in
      defer { home.wasWarned = true }
      return !home.wasWarned
    }
    if isFirst {
      Platform.warn(
        """
        Sluice: \(operation) of a StateHistory of \(Part.self) does nothing, because the history \
        isn't registered with a store. To fix, call store.register(history:), and keep the store.
        """
      )
    }
    return nil
  }
}
