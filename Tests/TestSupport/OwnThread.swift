import Dispatch
public import Testing

/// Runs tests that block their thread outside of the pool of threads that tasks share.
///
/// The pool has as many threads as the machine has cores. Two tests that wait for a socket would
/// leave none of two for the effects that they wait for.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  /// Whether the tests of suites inside get a thread of their own, too.
  public let isRecursive = true

  /// Runs one test with an executor of its own.
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
  /// Gives each test a thread of its own, because it blocks it.
  public static var ownThread: OwnThread { OwnThread() }
}

/// Runs a task's jobs on a queue, which has a thread when it needs one.
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
