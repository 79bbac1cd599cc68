extension StoreCore {
  /// Does a run's work, again after an error as often as it is worthwhile.
  final func attempt(_ run: EffectRun, _ plan: RunPlan) async throws {
    let retry = plan.settings.retry
    if retry.attempts == 1, plan.settings.timeout == nil {
      return try await plan.work(RunContext(core: self, run: run, clock: plan.clock, attempt: 0))
    }
    var generator = SystemRandomNumberGenerator()
    var attempt = 1
    while true {
      do {
        return try await makeAttempt(attempt, of: run, plan)
      } catch let error as CancellationError {
        throw error
      } catch {
        // From here on, what the attempt left running can dispatch nothing more.
        locked("effect") { run.attempt = attempt + 1 }
        guard attempt < retry.attempts, retry.isWorthwhile(error) else { throw error }
        let wait = retry.backoff.wait(afterAttempt: attempt, using: &generator)
        if wait > .zero { try await sleep(run, for: wait, on: plan.clock) }
        try Task.checkCancellation()
        attempt += 1
      }
    }
  }

  private final func makeAttempt(_ number: Int, of run: EffectRun, _ plan: RunPlan) async throws {
    locked("effect") { run.attempt = number }
    let context = RunContext(core: self, run: run, clock: plan.clock, attempt: number)
    guard let limit = plan.settings.timeout else { return try await plan.work(context) }
    let race = AttemptRace()
    try await race.run(
      work: { start in
        plan.clock.startTask(on: plan.settings.executor) {
          await start { try await plan.work(context) }
        }
      },
      timer: { start in
        plan.clock.startTask(on: plan.settings.executor) {
          await start {
            try await plan.clock.sleep(for: limit)
            throw EffectTimeout(limit: limit)
          }
        }
      }
    )
  }
}

/// An attempt against its time limit: whoever ends first decides.
///
/// Both are tasks of their own and no group's: a group would wait for an attempt that does not heed
/// its cancellation.
private final class AttemptRace: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  typealias Contest = @Sendable (_ body: @Sendable () async throws -> Void) async -> Void

  private let lock = OwnedLock()
  private var continuation: CheckedContinuation<Void, any Error>?
  private var tasks: [Task<Void, Never>] = []
  private var result: Result<Void, any Error>?

  func run(
    work: (@escaping Contest) -> Task<Void, Never>,
    timer: (@escaping Contest) -> Task<Void, Never>
  ) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early = lock.withLock {
          if result == nil { self.continuation = continuation }
          return result
        }
        if let early { return continuation.resume(with: early) }
        let contest: Contest = { body in
          do {
            try await body()
            self.settle(.success(()))
          } catch {
            self.settle(.failure(error))
          }
        }
        add(work(contest))
        add(timer(contest))
      }
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }

  private func add(_ task: Task<Void, Never>) {
    let isTooLate = lock.withLock {
      tasks.append(task)
      return result != nil
    }
    if isTooLate { task.cancel() }
  }

  private func settle(_ new: Result<Void, any Error>) {
    let (waiting, others) = lock.withLock {
      // Whoever comes second finds nobody waiting, and nothing to cancel.
      if result == nil { result = new }
      defer { tasks = [] }
      return (continuation.take(), tasks)
    }
    for task in others { task.cancel() }
    waiting?.resume(with: new)
  }
}
