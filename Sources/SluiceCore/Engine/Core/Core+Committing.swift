import SluiceLocks

// What happens to a commit under the lock.

extension Core {
  /// Reduces an action or restores a state, numbers the commit, cancels what it cancels, and records
  /// what observers demand of it.
  final func makeCommit(
    _ dispatched: borrowing DispatchedAction,
    restoring restored: RestoredState?,
    _ held: borrowing Held
  ) -> CommitDelivery {
    assert(lock.isHeld(by: held.thread))
    let demands = demands
    // Not retained: the table retains the route, and changes only under the lock.
    let unmanaged = unsafe route(for: dispatched.type)
    unowned(unsafe) let route = unsafe unmanaged.takeUnretainedValue()
    let old = unsafe demands.contains(.oldState) || route.retainsOldState ? box : nil
    let begin = demands.isDisjoint(with: [.instant, .timing]) ? nil : CommitRecord.now
    let isHandled = unsafe restored.map(restore) ?? reduce(dispatched.action, unmanaged)
    number &+= 1
    ticket &+= 1
    assert(number > 0 && ticket > 0)
    assert(demands == self.demands, "Reducers register nothing.")
    // Before another thread can acquire the lock and dispatch.
    var scopes: (any AnyObject & Sendable)?
    if let runs, unsafe route.changesScopes || runs.watchesState {
      scopes = unsafe runs.changeScopes(
        route.stops,
        dispatched.action,
        isHandled: isHandled,
        startsEffects: restored == nil,
        held
      )
    }
    #if DEBUG
      notePlaceOfDispatch(dispatched.action)
    #endif
    let needsRecord =
      dispatched.context.source != nil || runs != nil
      || !demands.isDisjoint(with: [.interceptors, .followUps])
      || turn.isHeld(by: held.thread) && deliveredNumber != 0
      || hasFrame || !iterations.isEmpty
    let needsNew =
      unsafe route.retainsState || !demands.isDisjoint(with: [.interceptors, .selections])
    return unsafe CommitDelivery(
      number: number,
      ticket: ticket,
      version: version,
      isHandled: isHandled,
      measuresReads: demands.contains(.reads),
      old: old,
      new: needsNew ? box : nil,
      record: needsRecord
        ? makeRecord(dispatched, restored, unmanaged, isHandled, scopes, begin, held) : nil
    )
  }

  /// Finds what led to a commit, and what it leads to.
  ///
  /// - Returns: The record of the commit; `nil` if there is neither.
  @inline(never)
  private final func makeRecord(
    _ dispatched: borrowing DispatchedAction,
    _ restored: RestoredState?,
    _ route: Unmanaged<ActionRoute>,
    _ isHandled: Bool,
    _ scopes: (any AnyObject & Sendable)?,
    _ begin: Duration?,
    _ held: borrowing Held
  ) -> CommitRecord? {
    let demands = demands
    let time = demands.contains(.timing) ? begin.map { CommitRecord.now - $0 } : nil
    var source = dispatched.context.source
    source?.note(commit: number, held)
    let cause = findCause(&source, held)
    var chain = CauseChain.first
    assert(cause.map { $0.number < number } ?? true, "A cause comes before what it leads to.")
    if let cause {
      chain = cause.chain.extended(by: step(dispatched.type, dispatched.context, source))
      chain.tracked?.begin(held)
      noteLoop(chain)
    }
    let followUps = demands.contains(.followUps) ? routes.output.takeFollowUps() : []
    let hasEffects = unsafe scopes != nil || route._withUnsafeGuaranteedRef(\.hasEffects)
    var isMissed = false
    #if DEBUG
      isMissed = isHandled && routes.output.isMissed
    #endif
    // The cause of what subscribers dispatch meanwhile.
    let isCause =
      (cause != nil || carrier != nil) && demands.contains(.selections) || chain.tracked != nil
    if !demands.contains(.interceptors), !hasEffects, followUps.isEmpty, !isCause { return nil }
    let record = unsafe CommitRecord(
      restored?.action ?? dispatched.action,
      dispatched.context.copy(source: source),
      Cause(number: number, chain: chain),
      causeNumber: cause?.number ?? 0,
      isHandled: isHandled,
      isMissed: isMissed,
      startsEffects: restored == nil,
      scopes: scopes,
      route.takeUnretainedValue(),
      followUps: followUps,
      carried: carriedValues(for: dispatched.context.source),
      begin: demands.contains(.instant) ? begin : nil,
      reducingTime: time
    )
    if !observers.committing.isEmpty {
      for entry in observers.committing { entry.abilities.committing?.committing(record, box) }
    }
    return record
  }

  /// Returns what an action takes along; the caller is its dispatcher, unless the source knows better.
  final func carriedValues(for source: (any DispatchSource)?) -> Carried? {
    carrier.map { source?.carried ?? $0.capture() }
  }

  /// Exchanges the current state for another one, to be released after unlocking.
  private final func restore(_ other: RestoredState) -> Bool {
    assert(isLocked)
    swap(&box, &other.box)
    advanceVersion()
    return true
  }

  /// The commit that the calling thread delivers, if it delivers one.
  package final func deliveredRecord(_ held: borrowing Held) -> CommitRecord? {
    guard turn.isHeld(by: held.thread), let delivered else { return nil }
    return unsafe delivered.takeUnretainedValue()
  }

  #if DEBUG
    /// Records, once, that a projector dispatches.
    private final func notePlaceOfDispatch(_ action: any Action) {
      guard let diagnostic = RunningProjector.diagnostic(of: type(of: action)) else { return }
      if notices.isFirst(.dispatchInProjector) { notices.pending.append(diagnostic) }
    }
  #endif

  /// Whether something was found that is to be reported after unlocking.
  final var hasReports: Bool { routes.output.hasDiagnostics || !notices.pending.isEmpty }

  /// Returns the diagnostics to report after unlocking.
  final func takeReports(_ held: borrowing Held) -> [PendingDiagnostic] {
    assert(lock.isHeld(by: held.thread))
    defer { notices.pending = [] }
    return notices.pending + routes.output.takeDiagnostics()
  }
}
