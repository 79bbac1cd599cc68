import Dispatch
public import Testing

/// Runs tests that block their thread outside the pool of threads that tasks share.
///
/// The pool has as many threads as the machine has cores. On two cores, two tests that block would
/// leave no thread for the effects that they wait for.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  /// Whether it also applies to the tests of nested suites.
  public let isRecursive = true

  /// Runs one test with a separate executor.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    try await withTaskExecutorPreference(QueueExecutor(label: test.name)) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  /// Runs each test on a separate thread, which it may block.
  public static var ownThread: OwnThread { OwnThread() }
}

/// Runs a task's jobs on a queue, which uses a thread when needed.
private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
