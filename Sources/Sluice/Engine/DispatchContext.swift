/// A commit that led to an action, and the chain that it is part of.
struct Cause: Sendable {
  var number = 0
  var chain = CauseChain()
}

/// Who dispatches on behalf of the engine: a synchronous effect, an attempt of a run, or middleware.
protocol DispatchSource: Sendable {
  /// Whether what is dispatched must be dropped; asked at the commit.
  func isCancelled(_ held: borrowing Held) -> Bool

  /// What led to the dispatch; `nil` for the commit that the calling thread delivers, if it does.
  func cause(_ held: borrowing Held) -> Cause?

  /// The run within which is dispatched, or the synchronous effect.
  var effectID: EffectRunID? { get }

  /// The type of the action that a middleware holds while it dispatches.
  var precededAction: (any Action.Type)? { get }
}

extension DispatchSource {
  var precededAction: (any Action.Type)? { nil }
}

/// Where an action comes from.
@usableFromInline
struct DispatchContext: Sendable {
  let site: ActionOrigin.Site
  let note: String?
  /// On whose behalf the action is dispatched, if on that of an effect or a middleware.
  var source: (any DispatchSource)?
  /// The pass through middleware that the action comes from; it is the source, too.
  private(set) var pass: MiddlewarePass?
  /// The number of the command from outside that led to the action; 0 for none.
  let command: Int

  @usableFromInline
  init(site: ActionOrigin.Site, note: String?) {
    self.init(site: site, note: note, source: nil)
  }

  init(
    site: ActionOrigin.Site,
    note: String? = nil,
    source: (any DispatchSource)?,
    command: Int = 0
  ) {
    self.site = site
    self.note = note
    self.source = source
    self.command = command
  }

  /// The same for what has passed the middleware.
  init(_ context: DispatchContext, passing pass: MiddlewarePass) {
    self = context
    source = pass
    self.pass = pass
  }
}
