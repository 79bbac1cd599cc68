import Synchronization

/// The runs that a state requests for one of its parts.
struct FeedbackRequest: Sendable {
  /// The part; an empty id for the whole state.
  let part: PartID
  /// The keys of the runs; `nil` if the part is absent.
  let keys: [FeedbackKey]?
}

/// The runs of a feedback: observes the state, and starts and ends runs as the state requests.
final class FeedbackRuns: @unchecked Sendable {
  // `@unchecked`: `policies` is used only while a value is received, one at a time.
  /// The policies of the parts of the state that have requested runs; of the whole state, if runs
  /// belong to that.
  private var policies: [PartID: FeedbackPolicy<FeedbackKey>] = [:]
  private let ending: FeedbackPolicy<FeedbackKey>.Ending
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
    self.ending = ending
    self.work = work
  }

  /// Starts and ends runs to match those that the state requests; called serially, in commit order.
  func reconcile(
    _ requests: [FeedbackRequest],
    of entry: EffectEntry,
    in scheduler: RunScheduler
  ) {
    for request in requests {
      guard let keys = request.keys else {
        end(request.part, of: entry, in: scheduler)
        continue
      }
      if keys.isEmpty && policies[request.part] == nil { continue }
      var policy = policies[request.part] ?? FeedbackPolicy(ending)
      let step = policy.reconcile(keys)
      if step.ended.isEmpty && step.released.isEmpty && step.started.isEmpty { continue }
      guard let parts = entry.parts else {
        policies[request.part] = policy
        execute(step, nil, of: entry, in: scheduler)
        continue
      }
      // If a later commit has already removed the part, nothing starts.
      guard let part = parts.open(request.part, in: scheduler) else { continue }
      policies[request.part] = keys.isEmpty && ending == .atOnce ? nil : policy
      execute(step, part, of: entry, in: scheduler)
      scheduler.change("feedback") { parts.close(part, in: scheduler, &$0, $1) }
    }
  }

  /// Ends what remains of a part that is absent from the state.
  private func end(_ id: PartID, of entry: EffectEntry, in scheduler: RunScheduler) {
    policies[id] = nil
    // Its runs were cancelled at the commit that removed it; those of another part with the id,
    // which a later commit added, are requested when that one is delivered.
    scheduler.change("feedback") { deferred, held in
      for run in entry.parts?.live[id]?.runs ?? [] { scheduler.cancel(run, &deferred, held) }
    }
  }

  /// - Parameter part: The part of the state to which the runs belong.
  private func execute(
    _ step: FeedbackPolicy<FeedbackKey>.Step,
    _ part: RunPart?,
    of entry: EffectEntry,
    in scheduler: RunScheduler
  ) {
    let ended = Set(step.ended)
    let released = Set(step.released)
    let perform: RunWork = { [work] _, context in
      if let request = context.run.request { try await work(request.key, context) }
    }
    let runs = step.started.map { number, key in
      let request = RunRequest(number, key)
      return EffectRun(entry, scheduler.core, request: request, part: part, perform)
    }
    scheduler.change("feedback") { deferred, held in
      let live = part?.runs ?? entry.runs.all
      let cancelled = live.filter { run in run.request.map { ended.contains($0.number) } == true }
      for run in cancelled.inOrder(of: \.number) {
        scheduler.cancel(run, &deferred, held)
      }
      for run in live {
        if let request = run.request, released.contains(request.number) { run.isRequested = false }
      }
      let cause = scheduler.core.currentCause(held)
      for run in runs {
        run.commit = cause?.number ?? scheduler.core.number
        scheduler.start(run, cause: cause, &deferred, held)
      }
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
