/// A commit that led to an action, and the chain that it is part of.
struct Cause: Sendable {
  var number = 0
  var chain = CauseChain()
}

/// A dispatcher on behalf of the engine: a synchronous effect, an attempt of a run, or middleware.
protocol DispatchSource: Sendable {
  /// Whether its actions must be dropped; evaluated at the commit.
  func isCancelled(_ held: borrowing Held) -> Bool

  /// The cause of the dispatch; `nil` for the commit that the calling thread delivers, if any.
  func cause(_ held: borrowing Held) -> Cause?

  /// The run that dispatches, or the synchronous effect.
  var effectID: EffectRunID? { get }

  /// The type of the action that a middleware holds while it dispatches.
  var precededAction: (any Action.Type)? { get }
}

extension DispatchSource {
  var precededAction: (any Action.Type)? { nil }
}

/// The origin of an action, before it is committed.
@usableFromInline
struct DispatchContext: Sendable {
  let site: ActionOrigin.Site
  let note: String?
  /// The effect or middleware that dispatches the action, if one does.
  var source: (any DispatchSource)?
  /// The pass through middleware that the action comes from; also the source.
  private(set) var pass: MiddlewarePass?
  /// The number of the external command that led to the action; 0 for none.
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

  /// Returns the context for an action that has passed the middleware.
  init(_ context: DispatchContext, passing pass: MiddlewarePass) {
    self = context
    source = pass
    self.pass = pass
  }
}
