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
  /// Cancelled runs and timers, and entries that are no longer registered.
  private var endings: [(RunScheduler) -> Void] = []
  // Usually one run starts, which needs no array.
  private var startedRun: EffectRun?
  private var otherStartedRuns: [EffectRun] = []
  /// Timers, and tasks that waited.
  private var beginnings: [(RunScheduler) -> Void] = []
  private var released: [Any] = []

  /// Starts a run.
  mutating func start(_ run: EffectRun) {
    if startedRun == nil { startedRun = run } else { otherStartedRuns.append(run) }
  }

  /// Cancels the task of a run.
  mutating func cancel(_ run: EffectRun) { endings.append { _ in run.cancelTask() } }

  /// Lets a run that its own answer ended go on for a while.
  mutating func dismiss(_ run: EffectRun) { endings.append { $0.dismiss(run) } }

  /// Cancels a timer.
  mutating func cancel(_ timer: Task<Void, Never>) {
    endings.append { _ in Platform.cancel(timer) }
  }

  /// Stops entries that are no longer registered.
  mutating func stop(_ entries: [EffectEntry]) {
    endings.append { _ in for entry in entries { entry.stop() } }
  }

  /// Starts a lane's timer.
  mutating func startTimer(_ number: Int, of lane: EffectLane, after delay: Duration) {
    beginnings.append { $0.startTimer(number, of: lane, after: delay) }
  }

  /// Resumes a task that was removed from a list.
  mutating func resume<Request, Answer>(
    _ waiter: WaiterList<Request, Answer>.Waiter,
    returning answer: Answer
  ) {
    beginnings.append { _ in waiter.continuation.resume(returning: answer) }
  }

  /// Resumes tasks that waited for the end of something.
  mutating func resume(_ waiters: [CheckedContinuation<Void, Never>]) {
    if waiters.isEmpty { return }
    beginnings.append { _ in for waiter in waiters { waiter.resume() } }
  }

  /// Calls closures.
  mutating func call(_ closures: [@Sendable () -> Void]) {
    beginnings.append { _ in for closure in closures { closure() } }
  }

  /// Releases an object that may hold the last reference to a user's object.
  mutating func release(_ object: Any) { released.append(object) }

  /// Returns what performs all of the work, once.
  consuming func performing(in scheduler: RunScheduler) -> () -> Void {
    var work: DeferredWork? = consume self
    return { work.take()?.perform(in: scheduler) }
  }

  /// Performs all of the work; the caller doesn't hold the lock.
  consuming func perform(in scheduler: RunScheduler) {
    for end in endings { end(scheduler) }
    if let startedRun { scheduler.launch(startedRun) }
    for run in otherStartedRuns { scheduler.launch(run) }
    for begin in beginnings { begin(scheduler) }
  }
}
