import SluiceCore
import SluiceLocks

extension EffectRun {
  /// Performs the run's work after its delay, and retries after errors as its settings allow.
  ///
  /// - Parameter failures: The number of attempts in a row that failed.
  func performInAttempts(_ failures: inout Int) async throws {
    let settings = entry.settings
    if let wait = isRepetition ? settings.pause : settings.delay { try await sleep(for: wait) }
    if isRepetition, !core.locked("effect", { _ in isRequested }) { return }
    let retry = settings.retry
    var generator = SystemRandomNumberGenerator()
    while true {
      let start = entry.clock.now
      let attempt = RunAttempt(of: self)
      do {
        return try await make(attempt)
      } catch let error as CancellationError {
        throw error
      } catch {
        // From here on, nothing that the attempt left running can dispatch.
        attempt.end()
        // Before user code decides on, or hears of, an attempt that won't be made.
        if isOver { throw CancellationError() }
        if let time = retry.healthyTime, entry.clock.now - start >= time { failures = 0 }
        failures += 1
        if error is any UnrecoverableError { throw error }
        guard failures < retry.attempts.count, retry.isWorthwhile(error) else { throw error }
        let wait = retry.backoff.wait(afterAttempt: failures, using: &generator)
        core.scheduler.noteRetry(of: self, .retrying(attempt: failures, error: error, wait: wait))
        if let onRetry = settings.onRetry {
          AttemptContext(self, attempt: failures).perform { onRetry(error, wait, $0) }
        }
        if wait > .zero { try await sleep(for: wait) }
        try Task.checkCancellation()
      }
    }
  }

  /// Sleeps on the store's clock, and counts as asleep meanwhile.
  func sleep(for duration: Duration) async throws {
    sleeps.wrappingAdd(1, ordering: .relaxed)
    defer { sleeps.wrappingSubtract(1, ordering: .relaxed) }
    let deadline = entry.clock.now + duration
    wakeTime.store(Int64(min(deadline / .nanoseconds(1), 9e18)), ordering: .relaxed)
    try await entry.clock.sleep(until: deadline)
  }

  private func make(_ attempt: RunAttempt) async throws {
    let context = RunContext<Void>(attempt: attempt)
    guard let limit = entry.settings.timeout else { return try await context.perform() }
    let clock = entry.clock
    clock.limits.wrappingAdd(1, ordering: .relaxed)
    defer { clock.limits.wrappingSubtract(1, ordering: .relaxed) }
    let race = AttemptRace { attempt.end() }
    try await race.run(
      work: { [entry] start in
        entry.startTask { await start { try await context.perform() } }
      },
      timer: { [entry] start in
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

/// A race between an attempt and its time limit; the first to end decides.
///
/// Both are unstructured tasks: a task group would wait for an attempt that ignores its
/// cancellation.
private final class AttemptRace: Sendable {
  typealias Contest = @Sendable (_ body: @Sendable () async throws -> Void) async -> Void

  private struct State {
    let waiter: CheckedContinuation<Void, any Error>
    var tasks: [Task<Void, Never>] = []
  }

  /// `nil` before the race and once it is decided.
  private let state = Locked<State?>(nil)
  private let onFailure: @Sendable () -> Void

  /// - Parameter onFailure: Called once the race is lost, before the attempt is cancelled, because
  ///   it might answer the cancellation immediately.
  init(onFailure: @escaping @Sendable () -> Void) {
    self.onFailure = onFailure
  }

  func run(
    work: (@escaping Contest) -> Task<Void, Never>,
    timer: (@escaping Contest) -> Task<Void, Never>
  ) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0 = State(waiter: continuation) }
        // Cancelled before there was somebody to resume.
        if Task.isCancelled { return settle(.failure(CancellationError())) }
        let contest: Contest = { body in
          do {
            try await body()
            self.settle(.success(()))
          } catch {
            self.settle(.failure(error))
          }
        }
        for task in [work(contest), timer(contest)]
        where state.withLock({ $0?.tasks.append(task) }) == nil {
          Platform.cancel(task)
        }
      }
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }

  private func settle(_ result: Result<Void, any Error>) {
    guard let end = state.withLock({ $0.take() }) else { return }
    if case .failure = result { onFailure() }
    for task in end.tasks { Platform.cancel(task) }
    end.waiter.resume(with: result)
  }
}
