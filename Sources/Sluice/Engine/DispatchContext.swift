/// A commit that led to an action, and the chain that it is part of.
struct Cause: Sendable {
  var number = 0
  var chain = CauseChain()
}

/// Who dispatches on behalf of the engine: a synchronous effect, or an attempt of a run.
protocol DispatchSource: Sendable {
  /// Whether what is dispatched must be dropped; asked at the commit.
  func isCancelled(_ held: borrowing Held) -> Bool

  /// What led to the dispatch; `nil` for the commit that the calling thread delivers, if it does.
  func cause(_ held: borrowing Held) -> Cause?

  var id: EffectRunID { get }
}

/// Where an action comes from.
@usableFromInline
struct DispatchContext: Sendable {
  let site: ActionOrigin.Site
  let note: String?
  /// The effect within which the action is dispatched.
  let source: (any DispatchSource)?
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
}
