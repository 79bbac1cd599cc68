import SluiceLocks

/// How far a program has closed its store.
package final class Closing: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by the core's lock.

  /// The tasks that wait for the end; `nil` afterwards.
  var callers: [CheckedContinuation<Void, Never>]? = []
  /// The task that closes the store, while it waits until everything is delivered and removed.
  var closer: CheckedContinuation<Void, Never>?
  /// Whether the time in which runs may end has passed.
  package var isOverdue = false
  /// The types of actions whose refusal was reported.
  var reported: Set<ObjectIdentifier> = []
}

extension Core {
  // MARK: - By the program

  /// Closes the store: lets runs end, then delivers and removes everything; returns at the end.
  final func close(within limit: Duration) async {
    let owner = locked("close(within:)") { _ in limit > .zero || closing != nil ? runs : nil }
    if owner?.isWaitForItself("close(within:)", for: nil) == true { return }
    await reportingLongWait("close(within:)") { await waitUntilClosed(within: limit) }
  }

  private final func waitUntilClosed(within limit: Duration) async {
    await withCheckedContinuation { caller in
      let held = enter("close(within:)")
      let known = closing
      let closing = known ?? Closing()
      self.closing = closing
      demands.insert(.closing)
      closing.callers?.append(caller)
      let isOver = closing.callers == nil
      leave(held)
      if isOver { caller.resume() }
      if known != nil { return }
      // In a task of its own, so that a caller that is cancelled cancels nothing else.
      Task(executorPreference: clock.preferredExecutor) {
        await self.close(closing, within: limit)
      }
    }
  }

  private final func close(_ closing: Closing, within limit: Duration) async {
    let owner = limit > .zero ? locked("close(within:)") { _ in runs } : nil
    let effects = await owner?.waitUntilIdle(closing, within: limit) ?? []
    if !effects.isEmpty { report(.unfinishedEffects(effects, after: limit)) }
    for interceptor in await endDelivering(closing) { await interceptor.storeClosed() }
    let callers = locked("close(within:)") { _ in closing.callers.take() ?? [] }
    for caller in callers { caller.resume() }
  }

  /// Cancels the runs, and waits until everything is delivered and removed.
  ///
  /// - Returns: The interceptors, which have received the last commit.
  private final func endDelivering(_ closing: Closing) async -> [InterceptorEntry] {
    var interceptors: [InterceptorEntry] = []
    await withCheckedContinuation { closer in
      let held = enter("close(within:)")
      observers.forEachInterceptor { interceptors.append($0) }
      // Before the store is marked as closed: interceptors are notified of the ends.
      let work = runs?.close(held)
      isClosed = true
      demands.insert(.closed)
      assert(closing.closer == nil)
      closing.closer = closer
      leaveAndDeliver(held)
      work?()
    }
    return interceptors
  }

  /// Returns whether an action is dropped: its run was cancelled, or the store is closed, or is being
  /// closed and the action comes from the program.
  final func isRefused(
    _ type: any Action.Type,
    _ context: borrowing DispatchContext,
    _ held: borrowing Held
  ) -> Bool {
    assert(lock.isHeld(by: held.thread))
    if context.source?.isCancelled(held) == true { return true }
    guard demands.refuseActions else { return false }
    if !isClosed, context.source?.isUnderWay(held) == true { return false }
    noteRefusal(of: type, context, held)
    return true
  }

  /// Records the refusal of an action, to be reported once for each type; nothing if the store was
  /// freed.
  private final func noteRefusal(
    of type: any Action.Type,
    _ context: borrowing DispatchContext,
    _ held: borrowing Held
  ) {
    assert(demands.refuseActions)
    guard closing?.reported.insert(ObjectIdentifier(type)).inserted == true else { return }
    var source = context.source
    _ = findCause(&source, held)
    let (position, effect) = (context.site.position, source?.effectID?.effect)
    notices.pending.append { .closed(type, position: position, effect: effect) }
  }

  /// Releases the lock, then reports what was found.
  final func leaveAndReport(_ held: consuming Held) {
    let reports = takeReports(held)
    leave(held)
    report(all: reports)
  }

  // MARK: - By its end

  /// Ends everything: called when the store is freed.
  ///
  /// The delivering thread still delivers earlier commits.
  final func close() {
    let held = enter("deinit")
    isClosed = true
    let closing = closing.take()
    demands.insert(.closed)
    let work = runs?.close(held)
    // The delivering thread removes the rest when the queue is empty.
    let remains = turn.mark() ? nil : removeEverything(held)
    leave(held)
    work?()
    remains?.finish()
    withExtendedLifetime(closing) {}
    closeMemory()
    census?.remove(self)
  }

  /// The registered objects, to be finished and released without the lock.
  struct Remains: ~Copyable {
    var selections: [SelectionObserver] = []
    var observers: [Registration] = []
    var changes: ContiguousArray<Registration> = []
    var routes = Routes()
    var middleware = RegisteredMiddleware()
    var notices = Notices()

    func finish() {
      for selection in selections where !selection.isCancelled { selection.finish() }
    }
  }

  /// Removes the registered objects of a closed core once no thread delivers.
  final func removeEverything(_ held: borrowing Held) -> Remains {
    assert(isClosed && lock.isHeld(by: held.thread))
    var remains = Remains()
    remains.changes = observers.applyChanges()
    observers.forEachSelection { remains.selections.append($0) }
    let interceptors = observers.takeInterceptors { _ in true }
    let all = remains.selections as [Registration] + interceptors
    remains.observers = all.compactMap { observers.remove($0, isDelivering: false) }
    swap(&remains.routes, &routes)
    remains.middleware = middleware
    middleware = RegisteredMiddleware()
    remains.notices = notices
    notices = Notices()
    // Until a closed store is freed, it reports who still dispatches.
    if closing != nil {
      notices.onDiagnostic = remains.notices.onDiagnostic
      notices.silenced = remains.notices.silenced
    }
    if demands.contains(.reads) { measureReads(false) }
    demands = .closed
    return remains
  }
}
