extension RunContext {
  /// Waits for an action of a type that is dispatched after the one that set off the run, and has
  /// not been given to it before.
  ///
  /// Actions that came before they were asked for are not missed: the newest 1,000 are kept. Should
  /// older ones have been lost when a run asks, that is reported to ``Store/onDiagnostic``. Several
  /// tasks of a run may wait at once; each action is given to one of them.
  ///
  /// - Throws: `CancellationError` when the run is cancelled or has ended.
  public func next<A: Action>(_ type: A.Type = A.self) async throws -> A {
    A.unchecked(try await next(.init(type)))
  }

  /// Waits for an action that is made from a template, as ``next(_:)-(A.Type)`` does for a type.
  public func next<Payload: Sendable>(
    _ template: ActionTemplate<Payload>
  ) async throws -> AnonymousAction<Payload> {
    .unchecked(try await next(.init(template)))
  }

  private func next(_ wish: WaitingRuns.Wish) async throws -> any Action {
    let id = UniqueNumbers.waiters.next()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        switch engine.next(wish, of: run, id, continuation) {
        case .given(let action): return continuation.resume(returning: action)
        case .over: return continuation.resume(throwing: CancellationError())
        case .waiting: break
        }
        // Asked only now: a cancellation before found nobody who waits.
        if Task.isCancelled { stopWaiting(id) }
      }
    } onCancel: {
      stopWaiting(id)
    }
  }

  private func stopWaiting(_ id: Int) {
    let waiter = engine.locked("next") { _ in
      unsafe run.inbox.flatMap { run.entry.stopWaiting(id, $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}

extension EffectEntry {
  fileprivate final func stopWaiting(_ id: Int, _ inbox: RunInbox) -> WaitingRuns.Waiter? {
    if let wish = inbox.waiting[id] { inbox.finishSearch(wish, log) }
    return waiting.remove(id, from: inbox)
  }
}

extension Engine {
  fileprivate enum NextAction {
    case given(any Action)
    case waiting
    case over
  }

  /// Takes an action that a run asks for, or notes that it waits.
  fileprivate final func next(
    _ wish: WaitingRuns.Wish,
    of run: EffectRun,
    _ id: Int,
    _ continuation: CheckedContinuation<any Action, any Error>
  ) -> NextAction {
    let (next, loss) = locked("next") { _ -> (NextAction, Int?) in
      guard unsafe run.place >= 0 else { return (.over, nil) }
      let inbox = unsafe run.inbox ?? RunInbox(since: run.since)
      unsafe run.inbox = inbox
      let entry = run.entry
      let loss = inbox.takeLoss(wish, entry.log)
      if let action = inbox.take(wish, from: &entry.log) { return (.given(action), loss) }
      entry.waiting.insert(.init(inbox: inbox, continuation: continuation), id, for: wish)
      return (.waiting, loss)
    }
    if let loss { report(.lostActions(run: run.id, count: loss)) }
    return next
  }
}
