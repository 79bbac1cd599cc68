import Sluice
import SluiceLocks

/// Executes jobs one after another, and knows when there are none.
///
/// In the order of their arrival, unless a ``WorkOrder`` chooses.
package final class TestExecutor: TaskExecutor, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// The executor that the clocks of a test share; `nil` if each has its own.
  @TaskLocal package static var current: TestExecutor?

  package let order: (any WorkOrder)?
  private let lock = PlainLock()
  private var jobs: ArraySlice<UnownedJob> = []
  private var isRunning = false
  /// The thread that executes a job, if an order asks for it.
  private var worker: UInt = 0
  /// The number of holds that keep jobs from starting.
  private var holds = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  package init(order: (any WorkOrder)? = nil) { self.order = order }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = lock.withLock {
      jobs.append(job)
      if let order { order.arrived(job, isFromWork: isWorker) }
      return takesUpWork()
    }
    if mustStart { start() }
  }

  /// Tells the order of an event of a test store.
  func happened(_ event: Ledger.Event) {
    guard let order else { return }
    order.happened(event, isFromWork: lock.withLock { isWorker })
  }

  /// Whether this thread executes a job; the caller holds the lock.
  private var isWorker: Bool { worker == Platform.currentThread() }

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
    guard let order else {
      Task.detached { self.runAll() }
      return
    }
    Task.detached {
      repeat { await order.beforeStep() } while self.runNextOfOrder()
    }
  }

  private func runAll() {
    while runNext() {}
  }

  private func runNextOfOrder() -> Bool {
    lock.withLock { worker = Platform.currentThread() }
    defer { lock.withLock { worker = 0 } }
    return runNext()
  }

  /// Executes the next job.
  /// - Returns: Whether there was one.
  private func runNext() -> Bool {
    guard let job = nextJob() else { return false }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Returns the next job.
  ///
  /// - Returns: `nil` if there is none, or jobs are held; the worker ends then.
  private func nextJob() -> UnownedJob? {
    var (job, waiting) = takeJob()
    while job == nil, !waiting.isEmpty {
      for waiter in waiting { waiter.resume() }
      if order == nil { return nil }
      (job, waiting) = takeJob()
    }
    return job
  }

  /// Removes the next job, or, if all have run, those who wait for that.
  private func takeJob() -> (UnownedJob?, [CheckedContinuation<Void, Never>]) {
    lock.withLock {
      if holds == 0, let job = popJob() { return (job, []) }
      let waiting = jobs.isEmpty ? waiters : []
      if jobs.isEmpty { waiters = [] }
      // With an order, this worker goes on, so that all their jobs are there when it chooses.
      isRunning = order != nil && !waiting.isEmpty
      return (nil, waiting)
    }
  }

  private func popJob() -> UnownedJob? {
    guard let order else { return jobs.popFirst() }
    guard !jobs.isEmpty, let index = order.next(of: jobs.count) else { return nil }
    return jobs.remove(at: jobs.startIndex + index)
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
