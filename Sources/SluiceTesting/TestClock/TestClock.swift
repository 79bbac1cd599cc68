public import Sluice

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let store = Store(initialState: AppState(), environment: environment, clock: clock)
/// store.register(effects: SearchEffects())
/// store.dispatch(action: SearchTyped(text: "swift"))
/// await clock.advance(by: .milliseconds(300))
/// ```
///
/// When ``advance(by:)`` returns, all that the time set off has been done: every run that could go
/// on has ended, or sleeps again. Effects' tasks run one after another, so that a test takes the
/// same course each time. `Task.sleep` and other clocks know nothing of this one: sleep with
/// ``Sluice/RunContext/sleep(for:)``.
public final class TestClock: TaskExecutingClock, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  // Why no sleeper is missed, although nothing is guessed or yielded: the store starts runs and
  // timers with this clock's executor as their preference. Starting a task, and resuming one, puts
  // a job into the executor before the call returns, so between a `dispatch` and the moment when
  // its run sleeps there is always a job in the executor; `advance` goes on when there is none.
  // Child tasks and default actors run in the executor too.
  //
  // What the executor does not see must be awaited before the clock is advanced: work on the main
  // actor or on an actor with an executor of its own, an unstructured `Task`, real input and
  // output, and a dispatch whose commit another thread still delivers.

  /// A moment of a test clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// A moment so long after the clock was made.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later the other moment is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let executor = TestExecutor()
  private let lock = OwnedLock()
  private var current = Instant()
  /// In the order in which they wake: by their deadlines, then by when they fell asleep.
  private var sleepers: [Sleeper] = []
  private var lastSleeper = 0

  /// Makes a clock that shows zero.
  public init() {}

  /// Where the runs and timers of a store with this clock run.
  public var taskExecutor: any TaskExecutor { executor }

  /// What the clock shows.
  public var now: Instant { lock.withLock { current } }

  /// No time is too short for this clock.
  public var minimumResolution: Duration { .zero }

  /// How many sleep at this moment; settled only after a call of ``advance(by:)``.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// Sleeps until the clock has been moved so far.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = lock.withLock {
      lastSleeper += 1
      return lastSleeper
    }
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(id: id, deadline: deadline, continuation: continuation)
        if !fallAsleep(sleeper) { return continuation.resume() }
        // Asked only now: a cancellation before found nobody asleep.
        if Task.isCancelled { wake(id) }
      }
    } onCancel: {
      wake(id)
    }
  }

  private func fallAsleep(_ sleeper: Sleeper) -> Bool {
    lock.withLock {
      if sleeper.deadline <= current { return false }
      let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
      sleepers.insert(sleeper, at: place)
      return true
    }
  }

  /// Wakes one whose task was cancelled.
  private func wake(_ id: Int) {
    let sleeper: Sleeper? = lock.withLock {
      sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Moves the clock on, from one sleeper's deadline to the next, and waits each time until all
  /// that was woken rests again.
  ///
  /// What was dispatched before on this thread is done before the clock moves. Do not call it from
  /// within a run, which would wait for itself.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock on to a moment, as ``advance(by:)`` does.
  public func advance(to end: Instant) async {
    await executor.waitUntilEmpty()
    while let due = wakeNext(upTo: end) {
      due.continuation.resume()
      await executor.waitUntilEmpty()
    }
    lock.withLock { current = max(current, end) }
  }

  /// Moves the clock on until nobody sleeps.
  ///
  /// Does not return while something sleeps again and again: advance by a length of time then. Ends
  /// early when the calling task is cancelled.
  public func run() async {
    await executor.waitUntilEmpty()
    while !Task.isCancelled, let due = wakeNext(upTo: nil) {
      due.continuation.resume()
      await executor.waitUntilEmpty()
    }
  }

  /// Moves the clock on to the first deadline there is, and wakes one sleeper.
  /// - Returns: Whether somebody slept.
  func advanceToNextDeadline() async -> Bool {
    guard let due = wakeNext(upTo: nil) else { return false }
    due.continuation.resume()
    await executor.waitUntilEmpty()
    return true
  }

  /// Starts no run before a body is through: what the body does is done first, on any machine.
  func holding<Result>(_ body: () -> Result) -> Result { executor.holding(body) }

  /// Moves the clock to the first deadline there is.
  private func wakeNext(upTo end: Instant?) -> Sleeper? {
    lock.withLock {
      guard let first = sleepers.first else { return nil }
      if let end, first.deadline > end { return nil }
      current = max(current, first.deadline)
      return sleepers.removeFirst()
    }
  }
}
