import Synchronization

/// The runs of a feedback: observes the state, and starts and ends runs as the state requests.
final class FeedbackRuns: @unchecked Sendable {
  // `@unchecked`: `policy` is used only while a value is received, one at a time.
  private var policy: FeedbackPolicy<FeedbackKey>
  private let work: @Sendable (FeedbackKey, RunContext<Void>) async throws -> Void
  private let observation = Locked(Observation())

  private struct Observation {
    var token: SelectionToken?
    var isOver = false
  }

  init(
    _ ending: FeedbackPolicy<FeedbackKey>.Ending,
    work: @escaping @Sendable (FeedbackKey, RunContext<Void>) async throws -> Void
  ) {
    policy = FeedbackPolicy(ending)
    self.work = work
  }

  /// Starts and ends runs to match those that the state requests; called serially, in commit order.
  func reconcile(
    _ wanted: [FeedbackKey],
    of entry: EffectEntry,
    in scheduler: RunScheduler
  ) {
    let step = policy.reconcile(wanted)
    if step.ended.isEmpty && step.released.isEmpty && step.started.isEmpty { return }
    let ended = Set(step.ended)
    let released = Set(step.released)
    let runs = step.started.map { number, key in
      let key = key.forRun()
      return EffectRun(entry, scheduler.core, commit: number) { [work] _, context in
        try await work(key, context)
      }
    }
    scheduler.change("feedback") { deferred, held in
      if !ended.isEmpty {
        scheduler.cancel(entry, &deferred, held) { number, _ in ended.contains(number) }
      }
      for run in entry.runs.all where released.contains(run.commit) { run.isRequested = false }
      let cause = scheduler.core.currentCause(held)
      for run in runs { scheduler.start(run, cause: cause, &deferred, held) }
    }
  }

  /// Takes over the token of the observation, which ends with the registration, however early.
  func observe(_ token: SelectionToken) {
    let isTooLate = observation.withLock { observation in
      if !observation.isOver { observation.token = token }
      return observation.isOver
    }
    if isTooLate { token.cancel() }
  }

  func stopObserving() {
    let token = observation.withLock { observation in
      observation.isOver = true
      return observation.token.take()
    }
    token?.cancel()
  }
}
