/// A commit on its way to its observers.
@usableFromInline
@safe
final class CommitRecord: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass; the boxes are those of `Sendable` states. Fields are set by
  // the dispatcher under the store's lock before the record is queued.

  /// Tells states apart; what selections go by.
  @safe @exclusivity(unchecked) var version = 0
  @usableFromInline @safe @exclusivity(unchecked) var storedAction: any Action = NoAction()
  @usableFromInline @safe @exclusivity(unchecked) var site = ActionOrigin.Site.nowhere
  @usableFromInline @safe @exclusivity(unchecked) var note: String?
  /// On whose behalf the action was dispatched, if on that of an effect or a middleware.
  @safe @exclusivity(unchecked) var source: (any DispatchSource)?
  /// The number of the command from outside that led to the action; 0 for none.
  @safe @exclusivity(unchecked) var command = 0
  /// Whether a reducer handled the action; else no selection is notified.
  @usableFromInline @safe @exclusivity(unchecked) var isHandled = false
  /// The commit that led to this one; 0 when none did.
  @safe @exclusivity(unchecked) var causeNumber = 0
  /// Whether effects start: not when a state was restored.
  @safe @exclusivity(unchecked) var startsEffects = true
  /// What the reducers asked for.
  @safe @exclusivity(unchecked) var followUps: [FollowUp] = []
  @safe @exclusivity(unchecked) private(set) var isKept = false
  /// When reducing began, since ``epoch``.
  @safe @exclusivity(unchecked) var begin: Duration?
  @safe @exclusivity(unchecked) var reducingTime: Duration?
  /// The states, as far as somebody demands them.
  ///
  /// Released before the effects run, unless somebody retains the commit, so that what a synchronous
  /// effect dispatches finds the state unshared.
  @usableFromInline @safe @exclusivity(unchecked) var old: AnyStateBox?
  @usableFromInline @safe @exclusivity(unchecked) var new: AnyStateBox?
  /// The new state, for runs that retain it; released when the effects have run.
  @safe @exclusivity(unchecked) private(set) var runState: AnyStateBox?
  /// Where the old state lies, if its box can be used again.
  @usableFromInline @exclusivity(unchecked) var oldState: UnsafeMutableRawPointer?

  /// The instant that others are counted from.
  ///
  /// Instants are kept as durations since this one: the size of `Duration` is known when this is
  /// compiled, that of an `Instant` is not, which makes every copy of it dear.
  static let epoch = ContinuousClock.now

  static var now: Duration { epoch.duration(to: .now) }

  /// Notes what was dispatched, and by whom.
  func fill(_ action: any Action, _ context: DispatchContext) {
    put(action)
    site = context.site
    note = context.note
    source = context.source
    command = context.command
  }

  /// Puts the action in its place, where nothing is yet that would have to be destroyed.
  ///
  /// Inlined where the action's type is known; an assignment goes through the runtime.
  @inlinable
  @inline(__always)
  func put(_ new: any Action) {
    unsafe withUnsafeMutablePointer(to: &storedAction) { unsafe $0.initialize(to: new) }
  }

  /// Stands where no action is: trivial, so that another one can be put over it.
  private struct NoAction: Action {}

  /// Releases everything, so that the record can be used again.
  func clear(_ engine: Engine) {
    releaseStates(engine)
    unsafe withUnsafeMutablePointer(to: &storedAction) {
      unsafe $0.deinitialize(count: 1)
      unsafe $0.initialize(to: NoAction())
    }
    // Looked at first: most commits have none of these, and to release nothing is not free.
    if note != nil { note = nil }
    if source != nil { source = nil }
    if !cause.chain.isTrivial { cause = Cause() }
    if !followUps.isEmpty { followUps = [] }
    command = 0
    causeNumber = 0
    startsEffects = true
    begin = nil
    reducingTime = nil
  }

  var action: any Action { storedAction }

  var origin: ActionOrigin {
    let cause = causeNumber
    return ActionOrigin(
      site: site,
      note: note,
      cause: cause == 0 ? nil : .init(commit: cause, effect: source?.effectID),
      precededAction: source?.precededAction
    )
  }

  var number: Int { cause.number }

  /// The same record, for somebody who keeps it beyond the delivery: it is not used again.
  ///
  /// Called by the thread that delivers. That nobody keeps it any more could be seen from its
  /// reference count too, but not by thread sanitizer, which takes what comes then for a race.
  func kept() -> CommitRecord {
    isKept = true
    return self
  }

  /// The same commit with other states.
  func copy(old: AnyStateBox?, new: AnyStateBox) -> CommitRecord {
    let copy = CommitRecord()
    copy.fill(action, DispatchContext(site: site, note: note, source: source))
    copy.isHandled = isHandled
    copy.cause.number = number
    copy.command = command
    copy.causeNumber = causeNumber
    copy.version = version
    copy.begin = begin
    copy.reducingTime = reducingTime
    copy.old = old
    copy.new = new
    return copy
  }

  /// Returns the same commit for a run that retains the state, or what a view sees of it.
  func retainingState(_ view: EffectView.View?) -> CommitRecord {
    guard let state = runState else { return kept() }
    let seen = (view as? any StateProjecting)?.project(state, version) ?? state
    let copy = copy(old: nil, new: seen)
    copy.cause = cause
    return copy
  }

  override func notify(_ observers: Observers) {
    let ticket = ticket
    observers.forEachInterceptor(due: ticket) { $0.committed(self) }
    if isHandled, let new = new {
      observers.select(from: new, version: version, ticket: ticket)
    }
  }

  override func releaseStates(_ engine: Engine) {
    unsafe engine.recycle(&old, at: oldState.take())
    new = nil
  }

  override func routes(_ runs: RunScheduler?) -> EffectRoutes? {
    guard let routes = runs?.routes else { return nil }
    if routes.retainsState(for: type(of: action)) { runState = new }
    return routes
  }

  override func runEffects(_ routes: EffectRoutes?, _ engine: Engine) {
    if let routes { engine.runs?.deliver(self, to: routes) }
    if runState != nil { runState = nil }
    let tracked = cause.chain.tracked
    if !followUps.isEmpty, tracked?.isCancelled != true {
      engine.scheduler.runFollowUps(followUps, of: self)
    }
    tracked?.end()
  }

  override func recycle(_ engine: Engine) {
    if !isKept { engine.recycle(self) }
  }
}
