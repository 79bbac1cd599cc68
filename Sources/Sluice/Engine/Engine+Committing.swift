// A dispatch with observers: it becomes a commit that is delivered.

extension Engine {
  /// Dispatches an action whose type isn't known at compile time, through the middleware.
  final func dispatch(_ action: any Action, _ context: DispatchContext) {
    dispatch(action, context, enter("dispatch(action:)"))
  }

  @usableFromInline
  @inline(never)
  final func dispatch(
    _ action: any Action,
    _ context: DispatchContext,
    _ held: consuming Held
  ) {
    if demands.contains(.middleware) {
      dispatchThroughMiddleware(action, context, held)
    } else {
      commit(action, context, held)
    }
  }

  /// Commits an action that has passed the middleware.
  final func commit(_ action: any Action, _ context: DispatchContext) {
    commit(action, context, enter("dispatch(action:)"))
  }

  private final func commit(
    _ action: any Action,
    _ context: DispatchContext,
    _ held: consuming Held
  ) {
    var held = held
    let wasAlive = seeded(.asksTooEarly) && context.source?.isCancelled(held) != true
    let turn = isUnobserved ? .none : takeTurn(&held)
    // An action of a cancelled run is dropped under the lock under which the run was cancelled.
    if isClosed || !wasAlive && context.source?.isCancelled(held) == true {
      return leave(turn, held)
    }
    if isUnobserved || concernsNobody(type(of: action), held) {
      _ = unsafe reduceErased(action, into: nil)
      number &+= 1
      context.pass?.note(commit: number)
      let hasDiagnostics = reducers.output.hasDiagnostics
      leave(turn, held)
      if hasDiagnostics { reportDiagnostics() }
      return
    }
    let record = unsafe beginRecord(turn, held)
    _ = unsafe reduceErased(action, into: record)
    unsafe record._withUnsafeGuaranteedRef { $0.fill(action, context) }
    context.pass?.note(commit: number + 1)
    unsafe finish(record, turn, held)
  }

  /// Whether a commit needs no record; the caller holds the lock.
  private final var isUnobserved: Bool {
    demands.isDisjoint(with: [.commits, .selections, .followUps])
  }

  /// Whether only effects observe, and none of them actions of this type: such a commit needs no
  /// record either.
  ///
  /// Called only with the role, which guards the effects' table of types.
  @usableFromInline
  final func concernsNobody(_ type: any Action.Type, _ held: borrowing Held) -> Bool {
    // Every interceptor demands the new state.
    guard demands.isDisjoint(with: [.newState, .selections, .followUps]),
      role.thread == held.thread, let routes = runs?.routes
    else { return false }
    return routes.isEmpty(for: type)
  }

  /// Numbers a commit whose reducers have run, and delivers or enqueues it.
  @usableFromInline
  @inline(never)
  final func finish(
    _ begun: Unmanaged<CommitRecord>,
    _ turn: Turn,
    _ held: consuming Held
  ) {
    number &+= 1
    let hasDiagnostics = reducers.output.hasDiagnostics
    let thread = held.thread
    #if DEBUG
      let impurity =
        notices.wasProjectorReported
        ? nil
        : RunningProjector.diagnostic(
          of: unsafe begun._withUnsafeGuaranteedRef { type(of: $0.action) }
        )
      if impurity != nil { notices.wasProjectorReported = true }
    #endif
    let loop = unsafe begun._withUnsafeGuaranteedRef { complete($0, turn, held) }
    let removed =
      demands.contains(.actions)
      ? unsafe begun._withUnsafeGuaranteedRef { recordAction(of: $0) } : nil
    if turn == .direct {
      unsafe deliverOwnRecord(begun, held)
    } else {
      enqueue(unsafe begun.takeRetainedValue(), held)
      leave(turn, held)
    }
    withExtendedLifetime(removed) {}
    if turn != .none { waitForBacklog(thread) }
    #if DEBUG
      if let impurity { report(impurity) }
    #endif
    if let loop { report(.actionLoop(loop)) }
    if hasDiagnostics { reportDiagnostics() }
  }

  /// Records a commit's place in the order, what it cancels, and its cause.
  ///
  /// - Returns: The types of a loop of actions, if one is to be reported.
  private final func complete(
    _ record: CommitRecord,
    _ turn: Turn,
    _ held: borrowing Held
  ) -> [any Action.Type]? {
    let demands = demands
    if demands.contains(.followUps) {
      record.followUps = reducers.output.takeFollowUps()
    }
    record.cause.number = number
    record.version = version
    if demands.contains(.timing), let begin = record.begin {
      record.reducingTime = CommitRecord.now - begin
      if !demands.contains(.instant) { record.begin = nil }
    }
    // Cancels before another thread can acquire the lock and dispatch.
    if demands.contains(.cancellations) { runs?.commit(record, held) }
    setCause(of: record, turn, held)
    guard !notices.wasLoopReported, let loop = record.cause.chain.loop else { return nil }
    notices.wasLoopReported = true
    return loop
  }

  private final func setCause(
    of record: CommitRecord,
    _ turn: Turn,
    _ held: borrowing Held
  ) {
    // A thread with its own turn doesn't deliver yet, and without effects there is no run.
    if turn != .none, runs == nil, record.source == nil { return }
    let delivered = turn == .none ? currentCause(held) : nil
    guard let cause = findCause(&record.source, delivered: delivered, held) else { return }
    record.causeNumber = cause.number
    record.cause.chain = cause.chain.extended(by: record.action)
    record.cause.chain.tracked?.begin(held)
  }

  /// The cause of an action, and the effect or middleware that dispatches it.
  final func findCause(
    _ source: inout (any DispatchSource)?,
    delivered: Cause?,
    _ held: borrowing Held
  ) -> Cause? {
    if source == nil, delivered == nil, let runs {
      // Dispatched within a run, perhaps, but not with its context.
      source = runs.currentSource
    }
    guard let cause = source?.cause(held) ?? delivered else { return nil }
    return cause.number == 0 && cause.chain.isTrivial ? nil : cause
  }

  /// The commit that the calling thread delivers.
  final func currentCause(_ held: borrowing Held) -> Cause? {
    guard role.thread == held.thread, delivering.cause.number != 0 else { return nil }
    return delivering.cause
  }
}
