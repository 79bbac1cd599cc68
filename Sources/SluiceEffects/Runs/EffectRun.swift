import SluiceCore
import SluiceLocks

/// One execution of an effect.
@safe
@usableFromInline
final class EffectRun: Scope, @unchecked Sendable {
  // `@unchecked`: every `var` but `task` is guarded by the lock of `core`, hence also the accesses
  // that are not checked for exclusivity; `task` is written before `launched` is set in `flags`, and
  // read after.

  /// Retained: users of the run may use the core, even after the store is freed.
  let core: Core
  let entry: EffectEntry
  /// The lane that the run occupies; `nil` if the effect has no lanes.
  let lane: EffectLane?
  /// The number of the commit that started the run, by which it is cancelled; 0 if none did.
  ///
  /// Written before the run starts.
  @safe @exclusivity(unchecked) var commit: Int
  /// What requested the run, if a feedback's policy did.
  let request: RunRequest?
  /// What started the run; `nil` if it isn't an action.
  let trigger: StartingCommit?
  /// The scope that the run is within.
  let scope: RunScope
  /// What the work sees of the state, also when the scope is forgotten; `nil` for the whole.
  let view: PartView?
  let work: RunWork
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
  /// What its work sees of the task that led to it.
  @safe @exclusivity(unchecked) var carried: Carried?
  /// Whether the run may be repeated; `false` for a feedback's run that continues though the state
  /// no longer requests it.
  @safe @exclusivity(unchecked) var isRequested = true
  /// What ends with the run: its observations, by number.
  @safe @exclusivity(unchecked) var endings: [Int: @Sendable () -> Void] = [:]
  /// What cancels the task of a run that its own answer ended, and that goes on.
  @safe @exclusivity(unchecked) var grace: Task<Void, Never>?
  /// Whether the work has come to its end.
  @safe @exclusivity(unchecked) var isDone = false
  /// The index among the live runs; -1 if the run isn't alive.
  @safe @exclusivity(unchecked) var index = -1

  /// The number of tasks asleep on the store's clock.
  let sleeps = Atomic<Int>(0)
  /// The number of tasks that wait for a value of a selection, or for a stream's next action.
  let readers = Atomic<Int>(0)
  /// The deadline of the sleep that began last, in nanoseconds on the store's clock.
  let wakeTime = Atomic<Int64>(0)
  /// The task that executes the work; see below.
  private let workTask = Atomic<Int>(0)

  private let flags = Atomic<UInt8>(0)
  private nonisolated(unsafe) var task: Task<Void, Never>?
  private static let launched: UInt8 = 1
  private static let stopping: UInt8 = 2
  private static let ended: UInt8 = 4
  private static let held: UInt8 = 8
  private static let answered: UInt8 = 16
  private static let concluded: UInt8 = 32

  /// Creates a run for an action.
  convenience init(
    _ entry: EffectEntry,
    _ core: Core,
    lane: EffectLane? = nil,
    _ trigger: StartingCommit,
    _ work: @escaping RunWork
  ) {
    self.init(
      entry,
      core,
      lane: lane,
      commit: trigger.number,
      trigger: trigger,
      in: trigger.scope,
      work
    )
    since = trigger.number
  }

  /// Creates a run that repeats one; later commits are new to it.
  convenience init(repeating run: EffectRun, _ held: borrowing Held) {
    self.init(
      run.entry,
      run.core,
      lane: run.lane,
      commit: run.commit,
      request: run.request,
      trigger: run.trigger,
      in: run.scope,
      isRepetition: true,
      run.work
    )
    since = core.number
    cause = run.cause
    carried = run.carried
  }

  /// Creates a run; without a trigger, one that isn't started by an action.
  init(
    _ entry: EffectEntry,
    _ core: Core,
    lane: EffectLane? = nil,
    commit: Int = 0,
    request: RunRequest? = nil,
    trigger: StartingCommit? = nil,
    in scope: RunScope,
    isRepetition: Bool = false,
    _ work: @escaping RunWork
  ) {
    self.core = core
    self.entry = entry
    self.lane = lane
    self.commit = commit
    self.request = request
    self.trigger = trigger
    self.scope = scope
    view = scope.view
    self.isRepetition = isRepetition
    self.work = work
    since = 0
    cause = trigger?.cause ?? Cause()
    carried = trigger?.carried
    super.init(in: scope)
  }

  /// What counts the run as long as it is alive, if somebody asked for it.
  var tracked: TrackedWork? { trigger?.tracked }

  /// The action as the work receives it; stands for none in a run that none started.
  var input: any Action {
    trigger?.input ?? scope.received(NoAction())
  }

  var id: EffectRunID {
    EffectRunID(effect: entry.name, number: number, elements: scope.part.elements)
  }

  /// Whether to drop what the run dispatches.
  var isOver: Bool { isCancelled(at: commit) }

  /// Whether the run is no longer alive, or not yet.
  func hasEnded(_ held: borrowing Held) -> Bool { index < 0 }

  /// Marks the run as one that is no longer alive.
  func markEnded() { flags.bitwiseOr(Self.ended, ordering: .acquiringAndReleasing) }

  /// Whether the run has ended by itself.
  var isFinished: Bool { flags.load(ordering: .acquiring) & Self.ended != 0 && !isOver }

  /// Marks the run as one that its own answer ended; called with the lock held.
  func noteAnswer() { flags.bitwiseOr(Self.answered, ordering: .acquiringAndReleasing) }

  /// Whether the run's own answer ended it.
  var isAnswered: Bool { flags.load(ordering: .acquiring) & Self.answered != 0 }

  /// Marks the run as one that has given its only answer; called with the lock held.
  func conclude() { flags.bitwiseOr(Self.concluded, ordering: .acquiringAndReleasing) }

  /// Whether the run has given its only answer.
  var isConcluded: Bool { flags.load(ordering: .acquiring) & Self.concluded != 0 }

  /// Called first by each call of the context: a run that its own answer ended is cancelled here.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  func noteCall() -> Bool {
    guard isAnswered else { return false }
    cancelTask()
    return true
  }

  /// Whether the run is held back by its clock's gate.
  var isHeld: Bool { flags.load(ordering: .acquiring) & Self.held != 0 }

  /// Waits at a gate; a run that lasts as long as its effect is not held.
  func pass(_ gate: any RunGate) async {
    switch entry.kind {
    case .stream, .source: return
    case .synchronous, .run, .feedback, .followUps: break
    }
    if !gate.isClosed { return }
    flags.bitwiseOr(Self.held, ordering: .acquiringAndReleasing)
    await gate.pass()
    flags.bitwiseAnd(~Self.held, ordering: .acquiringAndReleasing)
  }

  /// Cancels the task; called without the lock, because it calls user handlers.
  func cancelTask() {
    let old = flags.bitwiseOr(Self.stopping, ordering: .acquiringAndReleasing).oldValue
    // A task not stored yet is cancelled by the thread that creates it.
    if old & Self.launched != 0, let task = unsafe task { Platform.cancel(task) }
  }

  /// Stores the run's task, and cancels it if that was asked for.
  func launch(_ task: Task<Void, Never>) {
    unsafe self.task = task
    let old = flags.bitwiseOr(Self.launched, ordering: .acquiringAndReleasing).oldValue
    assert(old & Self.launched == 0)
    if old & Self.stopping != 0 { Platform.cancel(task) }
  }
}

extension EffectRun {
  /// Marks the calling task as the one that executes the work.
  func noteWorkTask() { workTask.store(Platform.currentTask, ordering: .relaxed) }

  /// Whether the calling task executes the work, and not another one that was started by it, for which
  /// the work may or may not wait.
  var isWorkTask: Bool { Platform.currentTask == workTask.load(ordering: .relaxed) }

  /// Reports that an action of the run started the effect again, and so ended the run, once for each effect.
  func reportOwnStart(_ action: any Action) {
    let isFirst = core.locked("effect") { _ in
      core.notices.reportedOnce.insert("own start \(entry.name)").inserted
    }
    guard isFirst else { return }
    let name = ActionDescription(action).name
    core.report(.startedByOwnAction(run: id, action: name, position: entry.position))
  }

  /// Reports that an action was sent after the run had ended, once for each effect.
  func reportLateSend(_ site: ActionOrigin.Site) {
    let isFirst = core.locked("send") { _ in
      core.notices.reportedOnce.insert("late send \(entry.name)").inserted
    }
    guard isFirst else { return }
    core.report(.lateSend(run: id, position: site.position))
  }
}

extension EffectRun {
  /// Whether the run keeps its store from being idle, or may do so by what it reads.
  var delaysIdleness: Bool {
    entry.isStream || entry.isCounted
  }

  /// Returns whether the run belongs to tracked work.
  func belongs(to work: TrackedWork, _ held: borrowing Held) -> Bool {
    (entry.isStream ? cause.chain.tracked : tracked) === work
  }
}
