/// The work and releases that a locked section defers until the lock is released.
///
/// Everything that user code can observe happens here: tasks are cancelled, which calls handlers;
/// continuations resume; runs start; and objects are released, which may dispatch. A function that
/// removes something with the lock held adds it to a `DeferredWork`. Not copyable, so that none is
/// performed twice or dropped unnoticed.
struct DeferredWork: ~Copyable {
  /// Whether events were enqueued and must be delivered.
  var hasEvents = false
  // Usually one run starts, or ends and leaves a log: neither needs an object or an array.
  private var startedRun: EffectRun?
  private var log: ActionLog?
  private var rest: Rest?

  private final class Rest {
    var startedRuns: [EffectRun] = []
    var cancelledRuns: [EffectRun] = []
    var answers: [LaterActions.Answer] = []
    var timers: [Task<Void, Never>] = []
    var timer: (lane: EffectLane, number: Int, delay: Duration)?
    var stoppedEntries: [EffectEntry] = []
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    var released: [Any] = []
  }

  private mutating func makeRest() -> Rest {
    if let rest { return rest }
    let new = Rest()
    rest = new
    return new
  }

  /// Starts a run.
  mutating func start(_ run: EffectRun) {
    if startedRun == nil { startedRun = run } else { makeRest().startedRuns.append(run) }
  }

  /// Cancels the task of a run.
  mutating func cancel(_ run: EffectRun) { makeRest().cancelledRuns.append(run) }

  /// Cancels a timer.
  mutating func cancel(_ timer: Task<Void, Never>) { makeRest().timers.append(timer) }

  /// Starts a lane's timer.
  mutating func startTimer(_ number: Int, of lane: EffectLane, after delay: Duration) {
    makeRest().timer = (lane, number, delay)
  }

  /// Resumes tasks that waited for a later action.
  mutating func answer(_ new: some Collection<LaterActions.Answer>) {
    if !new.isEmpty { makeRest().answers += new }
  }

  /// Stops entries that are no longer registered.
  mutating func stop(_ entries: [EffectEntry]) { makeRest().stoppedEntries += entries }

  /// Resumes tasks that waited for the store to be idle.
  mutating func idle(_ waiters: [CheckedContinuation<Void, Never>]) {
    if !waiters.isEmpty { makeRest().idleWaiters += waiters }
  }

  /// Releases an object that may hold the last reference to a user's object.
  mutating func release(_ object: Any) { makeRest().released.append(object) }

  mutating func release(_ log: ActionLog) {
    if self.log == nil { self.log = log } else { makeRest().released.append(log) }
  }

  /// Performs all of the work; the caller doesn't hold the lock.
  consuming func perform(in scheduler: RunScheduler) {
    if let rest {
      for timer in rest.timers { Platform.cancel(timer) }
      for answer in rest.answers { answer.resume() }
      for run in rest.cancelledRuns { run.cancelTask() }
      for entry in rest.stoppedEntries { entry.stop() }
    }
    if let startedRun { scheduler.launch(startedRun) }
    guard let rest else { return }
    for run in rest.startedRuns { scheduler.launch(run) }
    if let timer = rest.timer {
      scheduler.startTimer(timer.number, of: timer.lane, after: timer.delay)
    }
    for waiter in rest.idleWaiters { waiter.resume() }
  }
}
