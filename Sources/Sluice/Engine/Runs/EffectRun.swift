import Synchronization

/// One execution of an effect.
@safe
final class EffectRun: @unchecked Sendable {
  // `@unchecked`: every `var` but `task` is guarded by the lock of the store that the run belongs
  // to, hence also the accesses that are not checked for exclusivity; `task` is written before
  // `launched` is set in `flags`, and read after.

  let entry: EffectEntry
  /// 1, 2, 3, … for each store.
  let number: Int
  /// Where it takes up room; `nil` where there is always room.
  let lane: EffectLane?
  /// What it is cancelled by: the number of the commit that set it off; 0 when none did.
  ///
  /// A feedback numbers its runs itself.
  let commit: Int
  /// The action that set it off; a ``NoAction`` where none did.
  let action: any Action
  /// Who dispatched that action, for the report of a failure.
  let origin: ActionOrigin?
  private let work: RunWork
  /// The commit after which actions are news to it.
  let since: Int
  /// When it started, if somebody wants to know.
  let start: Duration?

  /// The commit that led to what it dispatches, and how that came about.
  @exclusivity(unchecked) var causeNumber: Int
  @exclusivity(unchecked) var causeChain: CauseChain
  /// Its place among the runs that are alive; -1 when it is none of them.
  @exclusivity(unchecked) var place = -1
  /// Counts attempts where there may be several; what an earlier one dispatches is dropped.
  @exclusivity(unchecked) var attempt = 0
  /// How many of its tasks sleep on the store's clock, and how many limits of time it is under.
  @exclusivity(unchecked) var sleeps = 0
  @exclusivity(unchecked) var limits = 0
  /// Where later actions wait for `next`; `nil` while nobody has asked.
  @exclusivity(unchecked) var inbox: RunInbox?

  private let flags = Atomic<UInt8>(0)
  private nonisolated(unsafe) var task: Task<Void, Never>?
  private static let launched: UInt8 = 1
  private static let cancelled: UInt8 = 2

  /// A run for an action.
  init(
    _ entry: EffectEntry,
    number: Int,
    lane: EffectLane?,
    _ record: CommitRecord,
    start: Duration?,
    _ work: @escaping RunWork
  ) {
    self.entry = entry
    self.number = number
    self.lane = lane
    self.start = start
    self.work = work
    action = record.action
    origin = record.origin
    commit = record.number
    since = record.number
    unsafe causeNumber = record.number
    unsafe causeChain = unsafe record.cause.chain
  }

  /// A run that no action by itself set off.
  init(
    _ entry: EffectEntry,
    number: Int,
    commit: Int,
    since: Int,
    cause: Cause?,
    start: Duration?,
    _ work: @escaping RunWork
  ) {
    self.entry = entry
    self.number = number
    lane = nil
    self.start = start
    self.work = work
    action = NoAction()
    origin = nil
    self.commit = commit
    self.since = since
    unsafe causeNumber = cause?.number ?? 0
    unsafe causeChain = cause?.chain ?? CauseChain()
  }

  /// Does the work, for the action that set the run off.
  @inline(__always)
  func perform(in context: RunContext) async throws {
    try await work(action, context)
  }

  /// Stands for the action of a run that none set off.
  struct NoAction: Action {}

  /// The action that set it off, if one did.
  var shownAction: (any Action)? { action is NoAction ? nil : action }

  var id: EffectRunID { EffectRunID(effect: entry.name, number: number) }

  /// Whether what it dispatches is to be dropped.
  ///
  /// Certain with the lock held; without it, a cancellation that is going on may be missed.
  var isOver: Bool {
    flags.load(ordering: .acquiring) & Self.cancelled != 0
      || commit < entry.horizon.load(ordering: .acquiring)
  }

  /// Says that the run is cancelled by itself, and not with all of its effect's runs.
  func markCancelled() {
    flags.bitwiseOr(Self.cancelled, ordering: .acquiringAndReleasing)
  }

  /// Cancels the task of a run that is marked; without the lock, because that calls handlers of
  /// the user's.
  func cancelTask() {
    // A task that is not here yet is cancelled by the thread that makes it.
    if flags.load(ordering: .acquiring) & Self.launched != 0 { unsafe task?.cancel() }
  }

  /// Notes the run's task.
  func launch(_ task: Task<Void, Never>) {
    unsafe self.task = task
    let old = flags.bitwiseOr(Self.launched, ordering: .acquiringAndReleasing).oldValue
    if old & Self.cancelled != 0 { task.cancel() }
  }
}
