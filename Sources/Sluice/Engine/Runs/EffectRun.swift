import Synchronization

/// One execution of an effect.
@safe
final class EffectRun: @unchecked Sendable {
  // `@unchecked`: every `var` but `task` is guarded by the lock of `engine`, hence also the accesses
  // that are not checked for exclusivity; `task` is written before `launched` is set in `flags`, and
  // read after.

  /// Retained: whoever has the run may use the engine, also when the store is gone.
  let engine: Engine
  let entry: EffectEntry
  /// Where it takes up room; `nil` where there is always room.
  let lane: EffectLane?
  /// What it is cancelled by: the number of the commit that started it; 0 if none did.
  ///
  /// A feedback numbers its runs itself.
  let commit: Int
  /// The action that started it; a ``NoAction`` if none did.
  let action: any Action
  /// Who dispatched that action, for the report of a failure.
  let origin: ActionOrigin?
  let work: RunWork

  /// 1, 2, 3, … for each store; 0 until it starts.
  @safe @exclusivity(unchecked) var number = 0
  /// When it started, if somebody wants to know.
  @safe @exclusivity(unchecked) var begin: Duration?
  /// The commit after which actions are new to it.
  @safe @exclusivity(unchecked) var since: Int
  /// The commit that leads to what it dispatches; number 0 for none.
  @safe @exclusivity(unchecked) var cause: Cause
  /// Its place among the runs that are alive; -1 if it is none of them.
  @safe @exclusivity(unchecked) var place = -1
  /// What it received of the actions that it waits for; `nil` until it waits.
  @safe @exclusivity(unchecked) var inbox: RunInbox?

  /// Counts attempts where there may be several; what an earlier one dispatches is dropped.
  let attempt = Atomic<Int>(0)
  /// How many of its tasks sleep on the store's clock, and how many time limits it is under.
  let sleeps = Atomic<Int>(0)
  let limits = Atomic<Int>(0)

  private let flags = Atomic<UInt8>(0)
  private nonisolated(unsafe) var task: Task<Void, Never>?
  private static let launched: UInt8 = 1
  private static let cancelled: UInt8 = 2

  /// A run for an action.
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
    since = record.number
    cause = record.cause
  }

  /// A run that no action by itself starts.
  init(_ entry: EffectEntry, _ engine: Engine, commit: Int = 0, _ work: @escaping RunWork) {
    self.engine = engine
    self.entry = entry
    self.work = work
    self.commit = commit
    lane = nil
    action = NoAction()
    origin = nil
    since = 0
    cause = Cause()
  }

  /// Stands for the action of a run that none started.
  struct NoAction: Action {}

  /// The action that started it, if one did.
  var shownAction: (any Action)? { action is NoAction ? nil : action }

  var id: EffectRunID { EffectRunID(effect: entry.name, number: number) }

  /// Whether what it dispatches is to be dropped.
  ///
  /// Certain with the lock held; without it, a cancellation that is going on may be missed.
  var isOver: Bool {
    flags.load(ordering: .acquiring) & Self.cancelled != 0
      || commit < entry.horizon.load(ordering: .acquiring)
  }

  /// Marks the run as cancelled by itself, and not with all of its effect's runs.
  func markCancelled() {
    flags.bitwiseOr(Self.cancelled, ordering: .acquiringAndReleasing)
  }

  /// Cancels the task of a run that is marked; without the lock, because that calls handlers of
  /// the user's.
  func cancelTask() {
    // A task that is not here yet is cancelled by the thread that makes it.
    guard flags.load(ordering: .acquiring) & Self.launched != 0 else { return }
    if let task = unsafe task { Platform.cancel(task) }
  }

  /// Notes the run's task.
  func launch(_ task: Task<Void, Never>) {
    unsafe self.task = task
    let old = flags.bitwiseOr(Self.launched, ordering: .acquiringAndReleasing).oldValue
    if old & Self.cancelled != 0 { Platform.cancel(task) }
  }
}
