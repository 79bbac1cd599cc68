import Sluice

/// Runs jobs one after another, in the order in which they came, and knows when there are none.
final class TestExecutor: TaskExecutor, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let lock = OwnedLock()
  private var jobs: [UnownedJob] = []
  private var isRunning = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = lock.withLock {
      jobs.append(job)
      defer { isRunning = true }
      return !isRunning
    }
    // Detached, and so in the shared pool: a thread of its own would cost more.
    if mustStart { Task.detached { self.runAll() } }
  }

  private func runAll() {
    while true {
      let due = lock.withLock {
        defer { jobs = [] }
        return jobs
      }
      for job in due { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      let waiting: [CheckedContinuation<Void, Never>]? = lock.withLock {
        if !jobs.isEmpty { return nil }
        isRunning = false
        defer { waiters = [] }
        return waiters
      }
      guard let waiting else { continue }
      for waiter in waiting { waiter.resume() }
      return
    }
  }

  /// Returns when every job there was, and all that followed from them, has run.
  func waitUntilEmpty() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isEmpty = lock.withLock {
        if isRunning { waiters.append(continuation) }
        return !isRunning
      }
      if isEmpty { continuation.resume() }
    }
  }
}
