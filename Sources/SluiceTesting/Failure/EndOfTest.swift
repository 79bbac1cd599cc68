import SluiceLocks

#if canImport(Testing)
  import Sluice
  import Testing

  /// Ends a test whose issue is recorded.
  ///
  /// Swift Testing records any other error that a test throws as an issue of its own, at the test's first
  /// line. It has no initializer for this one: only `#require` throws it, and records an issue, whose
  /// heading is the expression. So one such issue is made, and goes nowhere.
  enum EndOfTest {
    /// The error; `nil` if there is none because no test is running.
    static var error: (any Error)? {
      if let known = found.withLock({ $0 }) { return known }
      guard let test = Test.current else { return nil }
      // Executed by this thread, within the call: nothing in it waits.
      Task(executorPreference: CallersThread()) {
        try await Self.dropping.provideScope(for: test, testCase: nil) {
          // In a scope of its own, so that a test's own known issues don't count it.
          withKnownIssue {
            do { try #require(Bool(false)) } catch { found.withLock { $0 = error } }
          }
        }
      }
      return found.withLock { $0 }
    }

    private static let found = Guard()

    private static var dropping: IssueHandlingTrait { .filterIssues { _ in false } }

    private final class Guard: @unchecked Sendable {
      // `@unchecked`: `error` is guarded by `lock`.
      private let lock = PlainLock()
      private var error: (any Error)?

      func withLock<Result>(_ body: (inout (any Error)?) -> Result) -> Result {
        lock.withLock { body(&error) }
      }
    }

    /// Executes a job as soon as it is enqueued.
    private final class CallersThread: TaskExecutor {
      func enqueue(_ job: consuming ExecutorJob) {
        unsafe UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }
#endif
