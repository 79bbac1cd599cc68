import Synchronization

/// One execution of an effect.
@safe
final class EffectRun: @unchecked Sendable {
  // `@unchecked`: every `var` but `task` is guarded by the lock of `engine`, hence also the accesses
  // that are not checked for exclusivity; `task` is written before `launched` is set in `flags`, and
  // read after.

  /// Retained: users of the run may use the engine, even after the store is freed.
  let engine: Engine
  let entry: EffectEntry
  /// The lane that the run occupies; `nil` if the effect has no lanes.
  let lane: EffectLane?
  /// The number of the commit that started the run, by which it is cancelled; 0 if none did.
  ///
  /// A feedback numbers its runs itself.
  let commit: Int
  /// The action that started the run; a ``NoAction`` if none did.
  let action: any Action
  /// The origin of that action, for the report of a failure.
  let origin: ActionOrigin?
  let work: RunWork
  /// The state at that commit, as the effect sees it, if its runs retain it.
  let state: AnyStateBox?
  /// What counts the run as long as it is alive, if somebody asked for it.
  let tracked: TrackedWork?
  /// Whether the run repeats one that ended.
  let isRepetition: Bool

  /// The number of the run in its store, starting at 1; 0 until it starts.
  @safe @exclusivity(unchecked) var number = 0
  /// The start time, if an interceptor wants events.
  @safe @exclusivity(unchecked) var begin: Duration?
  /// The commit after which actions are new to the run.
  @safe @exclusivity(unchecked) var since: Int
  /// The cause of what the run dispatches; number 0 for none.
  @safe @exclusivity(unchecked) var cause: Cause
  /// Whether the run may be repeated; `false` for a feedback's run that continues though the state
  /// no longer requests it.
  @safe @exclusivity(unchecked) var isRequested = true
  /// The position among the live runs; -1 if the run isn't alive.
  @safe @exclusivity(unchecked) var place = -1
  /// The actions that the run waits for and has received; `nil` until it waits.
  @safe @exclusivity(unchecked) var inbox: RunInbox?

  /// The current attempt, if there may be several; what an earlier one dispatches is dropped.
  let attempt = Atomic<Int>(0)
  /// The number of tasks asleep on the store's clock, and the number of active time limits.
  let sleeps = Atomic<Int>(0)
  let limits = Atomic<Int>(0)

  private let flags = Atomic<UInt8>(0)
  private nonisolated(unsafe) var task: Task<Void, Never>?
  private static let launched: UInt8 = 1
  private static let cancelled: UInt8 = 2

  /// Creates a run for an action.
  init(
    _ entry: EffectEntry,
    _ engine: Engine,
    lane: EffectLane? = nil,
    _ record: CommitRecord,
    _ work: @escaping RunWork
  ) {
    self.engine = engine
    self.entry = entry
    self.lane = lane
    self.work = work
    action = record.action
    origin = record.origin
    commit = record.number
    state = entry.settings.retainsState ? record.new : nil
    since = record.number
    cause = record.cause
    tracked = record.cause.chain.tracked
    isRepetition = false
  }

  /// Creates a run that isn't started by an action.
  init(_ entry: EffectEntry, _ engine: Engine, commit: Int = 0, _ work: @escaping RunWork) {
    self.engine = engine
    self.entry = entry
    self.work = work
    self.commit = commit
    lane = nil
    tracked = nil
    action = NoAction()
    origin = nil
    state = nil
    since = 0
    cause = Cause()
    isRepetition = false
  }

  /// Creates a run that repeats one; later commits are new to it.
  init(repeating run: EffectRun, _ held: borrowing Held) {
    engine = run.engine
    entry = run.entry
    lane = run.lane
    commit = run.commit
    action = run.action
    origin = run.origin
    work = run.work
    state = run.state
    tracked = run.tracked
    isRepetition = true
    since = engine.number
    cause = run.cause
  }

  /// A placeholder for the action of a run that none started.
  struct NoAction: Action {}

  /// The action that started the run, if any.
  var shownAction: (any Action)? { action is NoAction ? nil : action }

  var id: EffectRunID { EffectRunID(effect: entry.name, number: number) }

  /// Whether to drop what the run dispatches.
  ///
  /// Exact with the lock held; without it, may miss a concurrent cancellation.
  var isOver: Bool {
    flags.load(ordering: .acquiring) & Self.cancelled != 0
      || commit < entry.cancelledBefore.load(ordering: .acquiring)
  }

  /// Marks the run as cancelled individually, not with all of its effect's runs.
  func markCancelled() {
    flags.bitwiseOr(Self.cancelled, ordering: .acquiringAndReleasing)
  }

  /// Cancels the task of a marked run; called without the lock, because it calls user handlers.
  func cancelTask() {
    // A task not stored yet is cancelled by the thread that creates it.
    guard flags.load(ordering: .acquiring) & Self.launched != 0 else { return }
    if let task = unsafe task { Platform.cancel(task) }
  }

  /// Stores the run's task, and cancels it if the run is cancelled.
  func launch(_ task: Task<Void, Never>) {
    unsafe self.task = task
    let old = flags.bitwiseOr(Self.launched, ordering: .acquiringAndReleasing).oldValue
    if old & Self.cancelled != 0 { Platform.cancel(task) }
  }
}
