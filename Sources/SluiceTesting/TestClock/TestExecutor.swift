import Sluice
import SluiceLocks

/// Executes jobs one after another, in the order of their arrival, and knows when there are none.
final class TestExecutor: TaskExecutor, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let lock = PlainLock()
  private var jobs: ArraySlice<UnownedJob> = []
  private var isRunning = false
  /// The number of holds that keep jobs from starting.
  private var holds = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = lock.withLock {
      jobs.append(job)
      return takesUpWork()
    }
    if mustStart { start() }
  }

  /// Executes no job before a body returns, on this thread or any other.
  func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.withLock { holds += 1 }
    defer {
      let mustStart = lock.withLock {
        holds -= 1
        return takesUpWork()
      }
      if mustStart { start() }
    }
    return try body()
  }

  /// Returns whether a worker must start now; the caller holds the lock.
  private func takesUpWork() -> Bool {
    if isRunning || holds > 0 || jobs.isEmpty { return false }
    isRunning = true
    return true
  }

  private func start() {
    // Detached, and so in the shared pool: a dedicated thread would cost more.
    Task.detached { self.runAll() }
  }

  private func runAll() {
    while let job = nextJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Returns the next job.
  ///
  /// - Returns: `nil` if there is none, or jobs are held; the worker ends then.
  private func nextJob() -> UnownedJob? {
    let (job, waiting): (UnownedJob?, [CheckedContinuation<Void, Never>]) = lock.withLock {
      if holds == 0, let job = jobs.popFirst() { return (job, []) }
      isRunning = false
      guard jobs.isEmpty else { return (nil, []) }
      defer { waiters = [] }
      return (nil, waiters)
    }
    for waiter in waiting { waiter.resume() }
    return job
  }

  /// Returns when every job, and all that followed from them, has run.
  func waitUntilEmpty() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isEmpty = lock.withLock {
        let isBusy = isRunning || !jobs.isEmpty
        if isBusy { waiters.append(continuation) }
        return !isBusy
      }
      if isEmpty { continuation.resume() }
    }
  }
}
