import Foundation
import TestSupport
import Testing

/// Stops threads until it is opened; forces an interleaving.
///
/// Built on a condition of the system, which thread sanitizer sees.
final class Gate: @unchecked Sendable {
  // `@unchecked`: `isOpen` is guarded by `condition`.
  private let condition = NSCondition()
  private var isOpen = false

  func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  /// - Returns: Whether it was opened, and not the time up.
  @discardableResult
  func wait() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return awaiting("a gate to be opened", waitLocked)
  }

  private func waitLocked() -> Bool {
    let end = Date(timeIntervalSinceNow: patience / .seconds(1))
    while !isOpen {
      if !condition.wait(until: end) {
        Issue.record("A gate wasn't opened within \(patience).")
        return false
      }
    }
    return true
  }
}

/// Runs work on threads of its own, outside of the pool of Swift's tasks.
///
/// The work is part of the task that waits for it: what is expected there belongs to its test.
enum Threads {
  /// Gives each job a thread.
  private final class Executor: TaskExecutor {
    private let stackSize: Int?

    init(stackSize: Int?) { self.stackSize = stackSize }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let thread = Thread {
        unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
      if let stackSize { thread.stackSize = stackSize }
      thread.start()
    }
  }

  /// Runs the work so many times at once; returns when all have ended.
  static func run(
    _ count: Int = 1,
    stackSize: Int? = nil,
    _ work: @escaping @Sendable (_ index: Int) -> Void
  ) async {
    let executor = Executor(stackSize: stackSize)
    await withTaskGroup { group in
      for index in 0..<count {
        group.addTask(executorPreference: executor) { work(index) }
      }
    }
  }
}
