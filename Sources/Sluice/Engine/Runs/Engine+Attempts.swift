extension Engine {
  /// Does a run's work after its delay, again after an error as often as it is worthwhile.
  final func performInAttempts(_ run: EffectRun) async throws {
    let settings = run.entry.settings
    if let delay = settings.delay { try await sleep(run, for: delay) }
    let retry = settings.retry
    var generator = SystemRandomNumberGenerator()
    var attempt = 1
    while true {
      do {
        return try await makeAttempt(attempt, of: run)
      } catch let error as CancellationError {
        throw error
      } catch {
        giveUp(attempt, of: run)
        guard attempt < retry.attempts, retry.isWorthwhile(error) else { throw error }
        let wait = retry.backoff.wait(afterAttempt: attempt, using: &generator)
        if wait > .zero { try await sleep(run, for: wait) }
        try Task.checkCancellation()
        attempt += 1
      }
    }
  }

  private final func begin(_ attempt: Int, of run: EffectRun) {
    locked("effect") { _ in unsafe run.attempt = attempt }
  }

  /// From here on, what the attempt left running can dispatch nothing more.
  private final func giveUp(_ attempt: Int, of run: EffectRun) {
    begin(attempt + 1, of: run)
  }

  private final func makeAttempt(_ number: Int, of run: EffectRun) async throws {
    begin(number, of: run)
    let entry = run.entry
    let context = RunContext(engine: self, run: run, attempt: number)
    guard let limit = entry.settings.timeout else { return try await run.perform(in: context) }
    locked("effect") { _ in unsafe run.limits += 1 }
    defer { locked("effect") { _ in unsafe run.limits -= 1 } }
    let race = AttemptRace { [self] in giveUp(number, of: run) }
    try await race.run(
      work: { start in
        entry.startTask { await start { try await run.perform(in: context) } }
      },
      timer: { start in
        entry.startTask {
          await start {
            try await entry.clock.sleep(for: limit)
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
  private let onFailure: @Sendable () -> Void

  /// - Parameter onFailure: Called once the race is lost, before the attempt is cancelled: that might
  ///   answer at once.
  init(onFailure: @escaping @Sendable () -> Void) {
    self.onFailure = onFailure
  }

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
    let isFirst = lock.withLock {
      if result != nil { return false }
      result = new
      return true
    }
    // Whoever comes second finds it all decided.
    if !isFirst { return }
    if case .failure = new { onFailure() }
    let (waiting, others) = lock.withLock {
      defer { tasks = [] }
      return (continuation.take(), tasks)
    }
    for task in others { task.cancel() }
    waiting?.resume(with: new)
  }
}
