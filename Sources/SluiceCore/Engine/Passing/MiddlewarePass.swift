import SluiceLocks

/// An action that passes through the middleware; for its commit, the dispatcher.
final class MiddlewarePass: ActingSource {
  private let core: Core
  private let action: any Action
  private let context: DispatchContext
  /// The actions with which it is committed; `nil` if it is by itself.
  private let batch: ActionBatch?
  private let cause: Cause
  let carried: Carried?
  /// The chain of causes up to the action.
  let chain: CauseChain
  /// The number of the action's last commit; 0 before the first.
  private let commit = Atomic<Int>(0)

  init(
    _ action: any Action,
    _ context: consuming DispatchContext,
    cause: Cause,
    chain: CauseChain,
    carrying carried: Carried?,
    with batch: ActionBatch? = nil,
    in core: Core
  ) {
    self.carried = carried
    self.core = core
    self.batch = batch
    self.action = action
    self.context = context
    self.cause = cause
    self.chain = chain
  }

  var origin: ActionOrigin { context.origin(after: cause.number, carrying: carried) }

  // MARK: - The source of the commit

  var source: (any DispatchSource)? { context.source }

  func cause(_ held: borrowing Held) -> Cause? { cause }

  /// Records the number of the action's commit.
  func note(commit number: Int, _ held: borrowing Held) {
    commit.store(number, ordering: .releasing)
    context.source?.note(commit: number, held)
  }

  // MARK: - For middleware

  /// Passes the action through middleware, and then commits it.
  func process(through entries: ContiguousArray<MiddlewareEntry>) {
    process(action, through: entries[...])
  }

  /// Passes the action, or another one in its place, through middleware, and then commits it.
  private func process(
    _ action: any Action,
    through entries: ContiguousArray<MiddlewareEntry>.SubSequence
  ) {
    guard let first = entries.first else {
      if batch?.add(action, self) != true { core.commit(dispatched(action)) }
      return
    }
    first.process(action, self) { [rest = entries.dropFirst()] action in
      self.process(action, through: rest)
    }
  }

  /// An action that middleware passed on, to be committed.
  func dispatched(_ action: any Action) -> DispatchedAction {
    DispatchedAction(action, context.copy(source: self))
  }

  /// Dispatches another action.
  func dispatch(_ other: any Action) {
    let commit = commit.load(ordering: .acquiring)
    let reaction = Reaction(
      cause: Cause(number: commit == 0 ? cause.number : commit, chain: chain),
      precededAction: commit == 0 ? type(of: action) : nil,
      carried: carried,
      // Not nested, however long the chain of answers is.
      source: (context.source as? Reaction)?.source ?? context.source
    )
    core.dispatch(DispatchedAction(other, DispatchContext(site: context.site, source: reaction)))
  }

  /// An action that a middleware dispatches; if it answers a run's action, it belongs to the run.
  private final class Reaction: ActingSource {
    let cause: Cause
    let precededAction: (any Action.Type)?
    let carried: Carried?
    let source: (any DispatchSource)?

    init(
      cause: Cause,
      precededAction: (any Action.Type)?,
      carried: Carried?,
      source: (any DispatchSource)?
    ) {
      self.cause = cause
      self.precededAction = precededAction
      self.carried = carried
      self.source = source
    }

    var effectID: EffectRunID? { nil }
    var run: AnyObject? { nil }
    var name: String? { "a middleware" }

    func note(commit number: Int, _ held: borrowing Held) {}

    func cause(_ held: borrowing Held) -> Cause? { cause }
  }
}

extension Core {
  /// Sends an action through the middleware.
  final func passThroughMiddleware(_ dispatched: borrowing DispatchedAction) {
    let held = enter("dispatch(action:)")
    // Middleware doesn't hear what a cancelled run dispatches.
    if isRefused(dispatched.type, dispatched.context, held) { return leaveAndReport(held) }
    let entries = middleware.elements
    let pass = makePass(dispatched.action, dispatched.context, with: nil, held)
    // If middleware passes nothing on, no commit would detect the loop.
    noteLoop(pass.chain)
    if hasReports { leaveAndReport(held) } else { leave(held) }
    MiddlewareNesting.run { pass.process(through: entries) }
  }

  /// Sends actions through the middleware, then commits what it passes on together.
  final func passThroughMiddleware(_ actions: [any Action], _ context: borrowing DispatchContext) {
    assert(!actions.isEmpty)
    let held = enter("dispatch(actions:)")
    if isRefused(type(of: actions[0]), context, held) { return leaveAndReport(held) }
    let entries = middleware.elements
    let batch = ActionBatch()
    var passes: [MiddlewarePass] = []
    for action in actions { passes.append(makePass(action, context, with: batch, held)) }
    // All have one cause, so the first is as deep in a loop as the others.
    noteLoop(passes[0].chain)
    if hasReports { leaveAndReport(held) } else { leave(held) }
    MiddlewareNesting.run { [passes] in
      for pass in passes { pass.process(through: entries) }
      self.commit(batch.takeAll()) { $0.pass.dispatched($0.action) }
    }
  }

  private final func makePass(
    _ action: any Action,
    _ context: borrowing DispatchContext,
    with batch: ActionBatch?,
    _ held: borrowing Held
  ) -> MiddlewarePass {
    var source = context.source
    let cause = findCause(&source, held) ?? Cause()
    let chain = cause.chain.extended(by: step(type(of: action), context, source))
    let carried = carriedValues(for: source)
    let context = context.copy(source: source)
    return MiddlewarePass(
      action,
      context,
      cause: cause,
      chain: chain,
      carrying: carried,
      with: batch,
      in: self
    )
  }
}
