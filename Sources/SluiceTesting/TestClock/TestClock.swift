public import Sluice
import SluiceLocks

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let store = Store(initialState: AppState(), environment: environment, clock: clock)
/// store.register(effects: SearchEffects())
/// store.dispatch(action: SearchTyped(text: "swift"))
/// await clock.advance(by: .milliseconds(300))
/// ```
///
/// When ``advance(by:)`` returns, all work that the time started is done: every run that could
/// continue has ended, or sleeps again. Effects' tasks run one after another, so that a test takes
/// the same course each time. A sleep of zero waits for an advance by zero. `Task.sleep` and other clocks don't follow this one: sleep with
/// ``/Sluice/RunContext/sleep(for:)``.
public final class TestClock: TaskExecutingClock, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  // Why no sleeper is missed, although nothing is guessed or yielded: the store starts runs and
  // timers with this clock's executor as their preference. Starting or resuming a task enqueues a
  // job in the executor before the call returns, so between a `dispatch` and the moment when its
  // run sleeps there is always a job in the executor; `advance` continues when there is none. Child
  // tasks and default actors run in the executor too.
  //
  // Await work that the executor can't see before advancing the clock: on the main actor or on an
  // actor with its own executor, an unstructured `Task`, real input and output, and a dispatch
  // whose commit another thread still delivers.

  /// An instant of a test clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    /// Creates the instant at `offset` after the clock's creation.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to the other one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether an instant is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct WeakGate {
    weak var gate: EffectGate?
  }

  private let executor = TestExecutor.current ?? TestExecutor()
  private let lock = PlainLock()
  private var current = Instant()
  /// Sorted by deadline, then by the order in which they fell asleep.
  private var sleepers: [Sleeper] = []
  private var lastSleeper = 0
  private var gates: [WeakGate] = []

  /// Creates a clock at zero.
  public init() {}

  /// The executor of the runs and timers of a store with this clock.
  public var taskExecutor: any TaskExecutor { executor }

  /// The current instant of the clock.
  public var now: Instant { lock.withLock { current } }

  /// Zero: this clock supports any duration.
  public var minimumResolution: Duration { .zero }

  /// The current number of sleepers; stable only after a call of ``advance(by:)``.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// Sleeps until the clock reaches `deadline`, and is advanced at all.
  ///
  /// Suspends for a deadline that is not in the future, too, so that a test sees what happens before a
  /// sleep ends, however short: `await clock.advance()`, which advances by zero, ends it.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = lock.withLock {
      lastSleeper += 1
      return lastSleeper
    }
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
        // Checked only now: an earlier cancellation found no sleeper.
        if Task.isCancelled { wake(id) }
      }
    } onCancel: {
      wake(id)
    }
  }

  private func fallAsleep(_ sleeper: Sleeper) {
    lock.withLock {
      let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
      sleepers.insert(sleeper, at: place)
    }
  }

  /// Wakes a sleeper whose task was cancelled.
  private func wake(_ id: Int) {
    let sleeper: Sleeper? = lock.withLock {
      sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Advances the clock from one sleeper's deadline to the next, and waits each time until all
  /// woken work rests again.
  ///
  /// Work dispatched earlier on this thread is done before the clock advances. By zero, it wakes what
  /// is due now. Don't call it from within a run, which would wait for itself.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant, as ``advance(by:)`` does.
  public func advance(to end: Instant) async {
    await pass(to: end)
    lock.withLock { current = max(current, end) }
  }

  /// Advances the clock until nothing sleeps.
  ///
  /// Doesn't return while something sleeps repeatedly; in that case, advance by a duration. Ends
  /// early if the calling task is cancelled.
  public func run() async { await pass(to: nil) }

  /// Advances the clock from one deadline to the next.
  private func pass(to end: Instant?) async {
    await step()
    while end != nil || !Task.isCancelled {
      if let due = wakeNext(upTo: now) {
        await resume(due)
        continue
      }
      // What time has started begins before time passes.
      if end.map({ now < $0 }) != false, await beginRuns() { continue }
      guard let due = wakeNext(upTo: end) else { return }
      await resume(due)
    }
  }

  /// Advances the clock to the first deadline, and wakes one sleeper.
  /// - Returns: Whether there was a sleeper.
  func advanceToNextDeadline() async -> Bool {
    guard let due = wakeNext(upTo: nil) else { return false }
    await resume(due)
    return true
  }

  private func resume(_ sleeper: Sleeper) async {
    sleeper.continuation.resume()
    while let other = wakeAnother() { other.continuation.resume() }
    await settle()
  }

  /// Wakes another sleeper that is due before the work of the first, if the test's order says so.
  private func wakeAnother() -> Sleeper? {
    guard let order = executor.order else { return nil }
    return lock.withLock {
      let choice = order.choose(of: 1 + dueCount)
      return choice == 0 ? nil : sleepers.remove(at: choice - 1)
    }
  }

  /// The number of sleepers whose deadlines have come; the caller holds the lock.
  private var dueCount: Int { sleepers.prefix { $0.deadline <= current }.count }

  /// Waits until all work has done what it can without time; wakes no sleeper.
  func settle() async { await executor.waitUntilEmpty() }

  /// Advances the clock to the first deadline.
  private func wakeNext(upTo end: Instant?) -> Sleeper? {
    lock.withLock {
      guard let first = sleepers.first else { return nil }
      if let end, first.deadline > end { return nil }
      current = max(current, first.deadline)
      return sleepers.remove(at: executor.order?.choose(of: dueCount) ?? 0)
    }
  }

  // MARK: - The steps of a test

  /// Has a gate let runs begin whenever the test takes a step.
  func add(_ gate: EffectGate) {
    lock.withLock {
      gates.removeAll { $0.gate == nil }
      gates.append(WeakGate(gate: gate))
    }
  }

  /// Takes a step of a test: begins the runs that wait for it.
  func step() async {
    await settle()
    await beginRuns()
  }

  /// Begins the runs that wait for the test's next step, and lets them do what they can.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  func beginRuns() async -> Bool {
    let isAny = admitRuns()
    if isAny { await settle() }
    return isAny
  }

  /// Admits the runs that wait for the test's next step.
  @discardableResult
  func admitRuns() -> Bool {
    let gates = lock.withLock { self.gates }
    return gates.reduce(false) { $1.gate?.admitOnStep() == true || $0 }
  }

  // MARK: - Holding

  /// Starts and resumes no run before a body returns, on any thread; one that is executing goes on until it
  /// suspends.
  ///
  /// A run starts on another thread as soon as its action is dispatched. If a test dispatches
  /// several actions and it matters that all come before the first run starts, hold the runs:
  ///
  /// ```swift
  /// clock.holding {
  ///   store.dispatch(action: SearchTyped(text: "s"))
  ///   store.dispatch(action: SearchTyped(text: "sw"))
  /// }
  /// await clock.advance()  // With `.overlap(.latest)`, only the search for "sw" ran.
  /// ```
  ///
  /// Don't wait for a run in the body.
  public func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try executor.holding(body)
  }
}
