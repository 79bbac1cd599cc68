import Foundation

/// Runs work on threads of its own, outside of the pool of Swift's tasks.
///
/// The work is part of the task that waits for it: what is expected there belongs to its test.
package enum Threads {
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
  package static func run(
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
