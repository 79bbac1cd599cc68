// What a dispatch does when somebody watches: it becomes a commit that is delivered.

/// Who dispatches: where in the source, and within which effect.
@usableFromInline
struct DispatchContext: Sendable {
  let site: ActionOrigin.Site
  let note: String?
  var effect: EffectRunID?
  var run: EffectRun?

  @usableFromInline
  init(site: ActionOrigin.Site, note: String?) {
    self.site = site
    self.note = note
  }

  init(site: ActionOrigin.Site, effect: EffectRunID?, run: EffectRun?) {
    self.site = site
    note = nil
    self.effect = effect
    self.run = run
  }
}

/// What came of reducing one action.
@usableFromInline
struct Reduction {
  let begin: Duration?
  let isHandled: Bool
  let old: AnyObject?
  let new: AnyObject?

  @usableFromInline
  init(begin: Duration?, isHandled: Bool, old: AnyObject?, new: AnyObject?) {
    self.begin = begin
    self.isHandled = isHandled
    self.old = old
    self.new = new
  }
}

extension StoreCore {
  /// Dispatches an action whose type is not known here: through the middleware, or past it.
  @usableFromInline
  final func dispatchErased(_ action: any Action, _ context: DispatchContext) {
    let entries = locked("dispatch(action:)") { middleware }
    process(action, through: entries[...], context)
  }

  /// Commits an action that has passed the middleware.
  final func commit(_ action: any Action, _ context: DispatchContext) {
    let thread = enter("dispatch(action:)")
    // A cancelled run's action is dropped here, under the lock under which it was cancelled.
    guard !isClosed, context.run?.isCancelled != true else { return leave() }
    let demands = unsafe demands
    let old = demands.contains(.oldState) ? anyBox : nil
    let begin = beginCommit()
    let isHandled = reduceErased(action)
    let new = demands.contains(.newState) ? anyBox : nil
    finishCommit(
      action,
      context,
      Reduction(begin: begin, isHandled: isHandled, old: old, new: new),
      thread: thread
    )
  }

  /// The time, if somebody wants to know when or how long; with the lock held.
  @usableFromInline
  final func beginCommit() -> Duration? {
    unsafe demands.isDisjoint(with: [.instant, .timing]) ? nil : CommitRecord.now
  }

  /// Numbers a commit whose reducers have run; gives the lock back, and delivers if nobody else
  /// does.
  @usableFromInline
  @inline(never)
  final func finishCommit(
    _ action: any Action,
    _ context: DispatchContext,
    _ reduction: Reduction,
    thread: UInt
  ) {
    unsafe number &+= 1
    let demands = unsafe demands
    guard demands.contains(.delivery) else { return leave() }

    let (cause, chain) = cause(of: type(of: action), context, thread: thread)
    let record = CommitRecord(
      number: unsafe number,
      version: unsafe version,
      action: action,
      origin: ActionOrigin(site: context.site, note: context.note, cause: cause),
      chain: chain,
      reduction: reduction,
      demands: demands
    )
    let loop = wasLoopReported ? nil : chain.loop
    if loop != nil { wasLoopReported = true }
    enqueue(record, thread: thread)
    if let loop { report(.actionLoop(loop)) }
  }

  /// What led to an action: the run that dispatches it, or the commit that this thread delivers.
  private final func cause(
    of actionType: any Action.Type,
    _ context: DispatchContext,
    thread: UInt
  ) -> (ActionOrigin.Cause?, CauseChain) {
    if let run = context.run {
      return (
        run.trigger.map { .init(commit: $0.commit, effect: run.id) },
        run.trigger?.chain.extended(by: actionType) ?? CauseChain()
      )
    }
    if let delivering, delivering.thread == thread, let commit = delivering.delivery.causingCommit {
      return (
        .init(commit: commit, effect: context.effect),
        delivering.delivery.chain.extended(by: actionType)
      )
    }
    return (nil, CauseChain())
  }

  final func report(_ diagnostic: StoreDiagnostic) {
    let handler = locked("onDiagnostic") { onDiagnostic }
    if let handler {
      handler(diagnostic)
    } else {
      Platform.warn("Sluice: \(diagnostic)")
    }
  }
}
