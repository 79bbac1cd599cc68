// What a dispatch does when somebody watches: it becomes a commit that is delivered.

/// The effect within which an action is dispatched.
enum DispatchSource: Sendable {
  /// A synchronous one, which has no runs.
  case effect(EffectEntry)
  /// An attempt of a run; 0 where there is one only.
  case run(EffectRun, attempt: Int)

  var id: EffectRunID {
    switch self {
    case .effect(let entry): EffectRunID(effect: entry.name, number: 0)
    case .run(let run, _): run.id
    }
  }

  /// Whether what is dispatched is to be dropped; asked under the lock.
  var isCancelled: Bool {
    switch self {
    case .effect(let entry): entry.isCancelled
    case .run(let run, let attempt): unsafe run.isOver || run.attempt != attempt
    }
  }
}

/// Who dispatches: where in the source, and within which effect.
@usableFromInline
struct DispatchContext: Sendable {
  let site: ActionOrigin.Site
  let note: String?
  let source: DispatchSource?

  @usableFromInline
  init(site: ActionOrigin.Site, note: String?) {
    self.init(site: site, note: note, source: nil)
  }

  init(site: ActionOrigin.Site, note: String? = nil, source: DispatchSource?) {
    self.site = site
    self.note = note
    self.source = source
  }
}

extension Engine {
  /// Dispatches an action whose type is not known here: through the middleware, or past it.
  final func dispatchErased(_ action: any Action, _ context: DispatchContext) {
    dispatchErased(action, context, thread: enter("dispatch(action:)"))
  }

  /// The same with the lock held; gives it back.
  @usableFromInline
  @inline(never)
  final func dispatchErased(_ action: any Action, _ context: DispatchContext, thread: UInt) {
    if unsafe demands.contains(.middleware) {
      let entries = middleware
      leave()
      process(action, through: entries[...], context)
    } else {
      commit(action, context, thread: thread)
    }
  }

  /// Commits an action that has passed the middleware.
  final func commit(_ action: any Action, _ context: DispatchContext) {
    commit(action, context, thread: enter("dispatch(action:)"))
  }

  /// Commits with the lock held, and gives it back.
  private final func commit(_ action: any Action, _ context: DispatchContext, thread: UInt) {
    if !role.isFree { letDeliveryEnd(thread) }
    // A cancelled run's action is dropped here, under the lock under which it was cancelled.
    guard !isClosed, context.source?.isCancelled != true else { return leave() }
    let demands = unsafe demands
    if demands.isDisjoint(with: [.commits, .selections, .followUps]) {
      _ = unsafe reduceErased(action, into: nil)
      unsafe number &+= 1
      return leave()
    }
    let record = unsafe beginRecord(thread)
    _ = unsafe reduceErased(action, into: record)
    unsafe record._withUnsafeGuaranteedRef { $0.fill(action, context) }
    unsafe finish(record, thread: thread)
  }

  /// Numbers a commit whose reducers have run; gives the lock back, and delivers if nobody else
  /// does.
  @usableFromInline
  @inline(never)
  final func finish(_ begun: Unmanaged<CommitRecord>, thread: UInt) {
    unsafe number &+= 1
    let loop = unsafe begun._withUnsafeGuaranteedRef { note($0, thread: thread) }
    let isOwn = unsafe role.isFree && begun.toOpaque() == ownRecord?.toOpaque()
    if isOwn {
      unsafe deliverOwnRecord(begun, thread: thread)
    } else {
      enqueue(unsafe begun.takeRetainedValue(), thread: thread)
    }
    if let loop { report(.actionLoop(loop)) }
  }

  /// Notes a commit's place and what led to it.
  ///
  /// - Returns: The types of the actions that led to one another, if that is to be reported.
  private final func note(_ record: CommitRecord, thread: UInt) -> [any Action.Type]? {
    let demands = unsafe demands
    if demands.contains(.followUps) { unsafe record.followUps = takeFollowUps() }
    unsafe record.commitNumber = unsafe number
    unsafe record.version = version
    if demands.contains(.timing), let begin = unsafe record.begin {
      unsafe record.reducingTime = CommitRecord.now - begin
      if !demands.contains(.instant) { unsafe record.begin = nil }
    }
    // What this commit cancels is cancelled before anybody can take the lock and dispatch.
    if demands.contains(.cancellations) {
      cancellations?.commit(record.action, number: unsafe number)
    }
    setCause(of: record, thread: thread)
    guard unsafe !wasLoopReported, let loop = unsafe record.chain.loop else { return nil }
    unsafe wasLoopReported = true
    return loop
  }

  /// Notes what led to an action: the run that dispatches it, or the commit that this thread
  /// delivers.
  private final func setCause(of record: CommitRecord, thread: UInt) {
    if case .run(let run, _) = unsafe record.source {
      guard unsafe run.causeNumber != 0 else { return }
      unsafe record.causeNumber = unsafe run.causeNumber
      unsafe record.chain = unsafe run.causeChain.extended(by: record.action)
    } else if role.thread == thread, unsafe deliveredNumber != 0 {
      unsafe record.causeNumber = unsafe deliveredNumber
      unsafe record.chain = unsafe deliveredChain.extended(by: record.action)
    } else if lastRun != 0, unsafe record.source == nil, let context = RunContext.current,
      context.engine === self
    {
      // Dispatched in a run, but not with its context.
      unsafe record.source = .run(context.run, attempt: context.attempt)
      setCause(of: record, thread: thread)
    }
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
