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
    A.unchecked(try await next { $0 is A })
  }

  /// Waits for an action that is made from a template, as ``next(_:)-(A.Type)`` does for a type.
  public func next<Payload: Sendable>(
    _ template: ActionTemplate<Payload>
  ) async throws -> AnonymousAction<Payload> {
    .unchecked(try await next { $0.wasCreated(from: template) })
  }

  private func next(where matches: @escaping @Sendable (any Action) -> Bool) async throws
    -> any Action
  {
    let id = UniqueNumbers.waiters.next()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        switch core.next(of: run, id, matches, continuation) {
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
    let continuation = core.locked("next") { unsafe run.inbox?.stopWaiting(id) }
    continuation?.resume(throwing: CancellationError())
  }
}

extension StoreCore {
  fileprivate enum NextAction {
    case given(any Action)
    case waiting
    case over
  }

  /// Takes an action that a run asks for, or notes that it waits.
  fileprivate final func next(
    of run: EffectRun,
    _ id: Int,
    _ matches: @escaping (any Action) -> Bool,
    _ continuation: CheckedContinuation<any Action, any Error>
  ) -> NextAction {
    let (next, loss) = locked("next") { () -> (NextAction, Int?) in
      guard unsafe run.place >= 0 else { return (.over, nil) }
      let inbox = inbox(of: run)
      let loss = inbox.takeLoss()
      if let action = inbox.take(matches) { return (.given(action), loss) }
      inbox.wait(id, matches, continuation)
      return (.waiting, loss)
    }
    if let loss { report(.lostActions(run: run.id, count: loss)) }
    return next
  }

  private final func inbox(of run: EffectRun) -> RunInbox {
    if let inbox = unsafe run.inbox { return inbox }
    let entry = run.entry
    let (actions, lost) = entry.log.actions(after: run.since)
    let inbox = RunInbox(actions, lost: lost)
    unsafe run.inbox = inbox
    entry.listeners += 1
    return inbox
  }
}
