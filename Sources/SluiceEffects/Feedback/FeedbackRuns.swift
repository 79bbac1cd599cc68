import SluiceCore
import SluiceLocks

/// Stands for the action of a run that none started.
package struct NoAction: Action {}

/// The runs that a state requests for one of its parts.
package struct FeedbackRequest: Sendable {
  /// The part; an empty id for the whole state.
  let part: PartID
  /// The keys of the runs; `nil` if the part is absent.
  let keys: [FeedbackKey]?
}

/// The runs of a feedback: observes the state, and starts and ends runs as the state requests.
final class FeedbackRuns: @unchecked Sendable {
  // `@unchecked`: `known` is used only while a value is received, one at a time.

  /// What the state has requested of one of its parts, or of the whole.
  private struct Requested {
    var policy: FeedbackPolicy<FeedbackKey>
    let scope: RunScope
  }

  /// The parts of the state that have requested runs.
  private var known: [PartID: Requested] = [:]
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
        // Its runs were cancelled at the commit that removed the part. Those that began since belong to
        // another one with its id, which requests them when its commit is delivered.
        if let gone = known.removeValue(forKey: request.part) { close(gone.scope, in: scheduler) }
        continue
      }
      let old = known[request.part]
      if keys.isEmpty && old == nil { continue }
      var policy = old?.policy ?? FeedbackPolicy(ending)
      let step = policy.reconcile(keys)
      if step.ended.isEmpty && step.released.isEmpty && step.started.isEmpty { continue }
      guard let scope = old?.scope ?? open(request.part, of: entry, in: scheduler) else { continue }
      execute(step, scope, of: entry, in: scheduler)
      if keys.isEmpty && ending == .atOnce {
        known[request.part] = nil
        close(scope, in: scheduler)
      } else {
        known[request.part] = Requested(policy: policy, scope: scope)
      }
    }
  }

  /// Opens the scope of a part; `nil` if a later commit has already removed the part.
  private func open(
    _ id: PartID,
    of entry: EffectEntry,
    in scheduler: RunScheduler
  ) -> RunScope? {
    guard let parts = entry.scope.parts else { return entry.scope }
    let scope = scheduler.core.locked("feedback") { _ in
      scheduler.noteOpen(entry)
      return parts.open(id, within: entry.scope)
    }
    // From here on, the commit that removes the part ends the scope.
    if parts.hasView(scope) { return scope }
    close(scope, in: scheduler)
    return nil
  }

  /// Cancels the runs of a part, and stops using its scope; does nothing to that of the whole.
  private func close(_ scope: RunScope, in scheduler: RunScheduler) {
    if scope.owner == nil { return }
    scheduler.change("feedback") { deferred, held in
      scheduler.cancel(in: scope, &deferred, held) { _ in true }
      scheduler.release(scope, &deferred, held)
    }
  }

  private func execute(
    _ step: FeedbackPolicy<FeedbackKey>.Step,
    _ scope: RunScope,
    of entry: EffectEntry,
    in scheduler: RunScheduler
  ) {
    let ended = Set(step.ended)
    let released = Set(step.released)
    let runs = step.started.map { number, key in
      EffectRun(entry, scheduler.core, request: RunRequest(number, key), in: scope) {
        [work] _, context in
        try await work(key, context)
      }
    }
    scheduler.change("feedback") { deferred, held in
      let live = scope.runs.all
      let cancelled = live.filter { run in run.request.map { ended.contains($0.number) } == true }
      for run in cancelled.inOrder(of: \.number) {
        scheduler.cancel(run, &deferred, held)
      }
      for run in live {
        if let request = run.request, released.contains(request.number) { run.isRequested = false }
      }
      var cause = scheduler.core.currentCause(held.thread)
      // Another store's observer registers the feedback.
      if cause?.number == 0 { cause = nil }
      for run in runs {
        run.carried = scheduler.core.deliveredRecord(held)?.carried
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
