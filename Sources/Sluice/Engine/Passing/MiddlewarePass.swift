import Synchronization

/// An action that passes through the middleware; for its commit, the dispatcher.
final class MiddlewarePass: DispatchSource {
  private let engine: Engine
  private let action: any Action
  private let context: DispatchContext
  /// The cause of the action; number 0 for none.
  private let cause: Cause
  /// The number of the action's last commit; 0 before the first.
  private let commit = Atomic<Int>(0)

  init(_ action: any Action, _ context: DispatchContext, cause: Cause?, in engine: Engine) {
    self.engine = engine
    self.action = action
    self.context = context
    self.cause = cause ?? Cause()
  }

  var origin: ActionOrigin {
    ActionOrigin(
      site: context.site,
      note: context.note,
      cause: cause.number == 0 ? nil : .init(commit: cause.number, effect: effectID),
      precededAction: precededAction
    )
  }

  /// The chain of causes up to the action.
  var chain: CauseChain { cause.chain.extended(by: action) }

  // MARK: - The source of the commit

  var effectID: EffectRunID? { context.source?.effectID }

  var precededAction: (any Action.Type)? { context.source?.precededAction }

  func isCancelled(_ held: borrowing Held) -> Bool { context.source?.isCancelled(held) == true }

  func cause(_ held: borrowing Held) -> Cause? { cause }

  /// Records the number of the action's commit.
  func note(commit number: Int) { commit.store(number, ordering: .releasing) }

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
      return engine.commit(action, DispatchContext(context, passing: self))
    }
    first.process(action, self) { [rest = entries.dropFirst()] action in
      self.process(action, through: rest)
    }
  }

  /// Dispatches another action.
  func dispatch(_ other: any Action) {
    let commit = commit.load(ordering: .acquiring)
    let reaction = Reaction(
      cause: Cause(number: commit == 0 ? cause.number : commit, chain: chain),
      precededAction: commit == 0 ? type(of: action) : nil
    )
    engine.dispatch(other, DispatchContext(site: context.site, source: reaction))
  }

  /// An action that a middleware dispatches.
  private struct Reaction: DispatchSource {
    let cause: Cause
    let precededAction: (any Action.Type)?

    var effectID: EffectRunID? { nil }

    func isCancelled(_ held: borrowing Held) -> Bool { false }

    func cause(_ held: borrowing Held) -> Cause? { cause }
  }
}

extension Engine {
  /// Sends an action through the middleware.
  final func dispatchThroughMiddleware(
    _ action: any Action,
    _ context: DispatchContext,
    _ held: consuming Held
  ) {
    let entries = middleware
    var context = context
    let cause = findCause(&context.source, delivered: currentCause(held), held)
    let pass = MiddlewarePass(action, context, cause: cause, in: self)
    // If middleware passes nothing on, no commit would detect the loop.
    let loop = notices.wasLoopReported ? nil : pass.chain.loop
    if loop != nil { notices.wasLoopReported = true }
    leave(held)
    if let loop { report(.actionLoop(loop)) }
    MiddlewareNesting.run(pass, through: entries)
  }
}
