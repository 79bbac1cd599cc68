#if INTERLEAVING
  import Sluice

  extension Scheduler {
    fileprivate func enqueue(_ job: UnownedJob) {
      jobs.append(job)
      if isRunning { wakeJobThread() }
    }

    func wakeJobThread() {
      for index in Self.scenarioThreads..<Self.threadCount
      where threads[index].object == ObjectIdentifier(executor) {
        threads[index].object = nil
        threads[index].status = .ready
        return
      }
    }

    func popJob() -> UnownedJob? {
      guard nextJob < jobs.count else { return nil }
      defer {
        nextJob += 1
        if nextJob == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          nextJob = 0
        }
      }
      return jobs[nextJob]
    }

    func startTask(_ body: @escaping @Sendable () async -> Void) {
      _ = Task(executorPreference: executor) { await body() }
    }

    /// Starts a task that the scenario waits for.
    func startAwaitedTask(_ body: @escaping @Sendable () async -> Void) {
      pendingTasks += 1
      startTask {
        await body()
        self.pendingTasks -= 1
      }
    }
  }

  /// Executes the jobs of tasks in threads that are scheduled.
  final class JobExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { Scheduler.shared.enqueue(UnownedJob(job)) }
  }
#endif
