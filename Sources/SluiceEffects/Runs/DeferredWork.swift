import SluiceCore
import SluiceLocks

/// The work and releases that a locked section defers until the lock is released.
///
/// Everything that user code can observe happens here: tasks are cancelled, which calls handlers;
/// continuations resume; runs start; and objects are released, which may dispatch. A function that
/// removes something with the lock held adds it to a `DeferredWork`. Not copyable, so that none is
/// performed twice or dropped unnoticed.
struct DeferredWork: ~Copyable {
  /// Whether events were enqueued and must be delivered.
  var hasEvents = false
  // Usually one run starts, which needs no object.
  private var startedRun: EffectRun?
  private var unusual: UnusualWork?

  private final class UnusualWork {
    var startedRuns: [EffectRun] = []
    var cancelledRuns: [EffectRun] = []
    var dismissedRuns: [EffectRun] = []
    var timers: [Task<Void, Never>] = []
    var timer: (lane: EffectLane, number: Int, delay: Duration)?
    var stoppedEntries: [EffectEntry] = []
    var resumptions: [() -> Void] = []
    var released: [Any] = []
  }

  private mutating func makeUnusual() -> UnusualWork {
    if let unusual { return unusual }
    let new = UnusualWork()
    unusual = new
    return new
  }

  /// Starts a run.
  mutating func start(_ run: EffectRun) {
    if startedRun == nil { startedRun = run } else { makeUnusual().startedRuns.append(run) }
  }

  /// Cancels the task of a run.
  mutating func cancel(_ run: EffectRun) { makeUnusual().cancelledRuns.append(run) }

  /// Lets a run that its own answer ended go on for a while.
  mutating func dismiss(_ run: EffectRun) { makeUnusual().dismissedRuns.append(run) }

  /// Cancels a timer.
  mutating func cancel(_ timer: Task<Void, Never>) { makeUnusual().timers.append(timer) }

  /// Starts a lane's timer.
  mutating func startTimer(_ number: Int, of lane: EffectLane, after delay: Duration) {
    assert(unusual?.timer == nil, "One lane at a time has a timer to start.")
    makeUnusual().timer = (lane, number, delay)
  }

  /// Resumes a task that was removed from a list.
  mutating func resume<Request, Answer>(
    _ waiter: WaiterList<Request, Answer>.Waiter,
    returning answer: Answer
  ) {
    makeUnusual().resumptions.append { waiter.continuation.resume(returning: answer) }
  }

  /// Resumes tasks that waited for the end of something.
  mutating func resume(_ waiters: [CheckedContinuation<Void, Never>]) {
    if waiters.isEmpty { return }
    makeUnusual().resumptions.append { for waiter in waiters { waiter.resume() } }
  }

  /// Calls closures.
  mutating func call(_ closures: [@Sendable () -> Void]) {
    // One by one: an array of `@Sendable` closures is no array of closures at run time.
    for closure in closures { makeUnusual().resumptions.append { closure() } }
  }

  /// Stops entries that are no longer registered.
  mutating func stop(_ entries: [EffectEntry]) { makeUnusual().stoppedEntries += entries }

  /// Releases an object that may hold the last reference to a user's object.
  mutating func release(_ object: Any) { makeUnusual().released.append(object) }

  /// Returns what performs all of the work, once.
  consuming func performing(in scheduler: RunScheduler) -> () -> Void {
    var work: DeferredWork? = consume self
    return { work.take()?.perform(in: scheduler) }
  }

  /// Performs all of the work; the caller doesn't hold the lock.
  consuming func perform(in scheduler: RunScheduler) {
    if let unusual {
      for timer in unusual.timers { Platform.cancel(timer) }
      for run in unusual.cancelledRuns { run.cancelTask() }
      for run in unusual.dismissedRuns { scheduler.dismiss(run) }
      for entry in unusual.stoppedEntries { entry.stop() }
    }
    if let startedRun { scheduler.launch(startedRun) }
    guard let unusual else { return }
    for run in unusual.startedRuns { scheduler.launch(run) }
    if let timer = unusual.timer {
      scheduler.startTimer(timer.number, of: timer.lane, after: timer.delay)
    }
    for resume in unusual.resumptions { resume() }
  }
}
