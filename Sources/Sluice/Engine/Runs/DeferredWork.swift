/// What a locked section leaves to be done, and released, without the lock.
///
/// Whatever user code can see happens here: tasks are cancelled, which calls handlers; continuations
/// resume; runs start; and objects are released, which may dispatch. A function that removes something
/// with the lock held takes a `DeferredWork` and adds it. Not copyable, so that none is dropped or
/// performed twice unseen.
struct DeferredWork: ~Copyable {
  /// Whether events were enqueued, which must be delivered.
  var hasEvents = false
  // Mostly one run starts, or ends and leaves a log: neither takes an object or an array.
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

  /// Starts the timer that a lane waits for.
  mutating func startTimer(_ number: Int, of lane: EffectLane, after delay: Duration) {
    makeRest().timer = (lane, number, delay)
  }

  /// Resumes those that waited for a later action.
  mutating func answer(_ new: some Collection<LaterActions.Answer>) {
    if !new.isEmpty { makeRest().answers += new }
  }

  /// Stops what belongs to entries that are no longer registered.
  mutating func stop(_ entries: [EffectEntry]) { makeRest().stoppedEntries += entries }

  /// Resumes those that waited for the store to be idle.
  mutating func idle(_ waiters: [CheckedContinuation<Void, Never>]) {
    if !waiters.isEmpty { makeRest().idleWaiters += waiters }
  }

  /// Releases what may hold the last reference to something of the user's.
  mutating func release(_ object: Any) { makeRest().released.append(object) }

  mutating func release(_ log: ActionLog) {
    if self.log == nil { self.log = log } else { makeRest().released.append(log) }
  }

  /// Does all of it; the caller doesn't hold the lock.
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
