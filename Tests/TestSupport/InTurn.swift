import Dispatch
import Foundation
package import Testing

/// Runs a few tests at a time, each case on a separate thread, which it may block.
///
/// By default, all tests begin together, on the threads of one pool, of which there are as many as
/// processors. A thousand tests then each take as long as all of them, and two that block their thread
/// leave none for the effects that they wait for.
///
/// A test that fails says how to repeat it. One that doesn't end ends the process, with what was under way
/// and the stacks of all threads.
package struct InTurn: SuiteTrait, TestTrait, TestScoping {
  private static let turnstile = Turnstile(capacity: 6)

  package let isRecursive = true

  /// Both a test and each of its cases, which may run at the same time.
  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite ? nil : self
  }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if testCase != nil {
      let executor = QueueExecutor(label: test.name)
      return try await withTaskExecutorPreference(executor) { try await function() }
    }
    await Self.turnstile.enter()
    defer { Self.turnstile.leave() }
    let repeated = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append(Comment(rawValue: "To repeat it: \(Self.command(for: test))"))
      return issue
    }
    try await Watchdog.shared.watching("“\(Self.title(of: test))” at \(test.sourceLocation)") {
      try await repeated.provideScope(for: test, testCase: nil, performing: function)
    }
  }

  private static func title(of test: Test) -> String { test.displayName ?? test.name }

  /// The command that runs only one test, with the same random numbers.
  package static func command(for test: Test) -> String {
    let title = NSRegularExpression.escapedPattern(for: title(of: test))
    let quoted = title.replacingOccurrences(of: "'", with: #"'\''"#)
    let seed = SplitMix64.baseSeed == 0 ? "" : "SLUICE_SEED=\(SplitMix64.baseSeed) "
    return "\(seed)swift test --filter '\(quoted)'"
  }
}

extension Trait where Self == InTurn {
  package static var inTurn: InTurn { InTurn() }
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

/// A semaphore for tasks, first in, first out.
private final class Turnstile: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Guarded<State>

  init(capacity: Int) {
    state = Guarded(State(free: capacity))
  }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
