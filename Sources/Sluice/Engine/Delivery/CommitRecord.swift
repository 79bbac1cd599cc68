import Synchronization

/// A commit that is delivered to observers.
@usableFromInline
@safe
final class CommitRecord: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass; the boxes are those of `Sendable` states. Fields are set by
  // the dispatcher under the store's lock before the record is queued.

  /// Identifies the state; selections compare it.
  @safe @exclusivity(unchecked) var version = 0
  @usableFromInline @safe @exclusivity(unchecked) var storedAction: any Action = NoAction()
  @usableFromInline @safe @exclusivity(unchecked) var site = ActionOrigin.Site.nowhere
  @usableFromInline @safe @exclusivity(unchecked) var note: String?
  /// The effect or middleware that dispatched the action, if one did.
  @safe @exclusivity(unchecked) var source: (any DispatchSource)?
  /// The number of the external command that led to the action; 0 for none.
  @safe @exclusivity(unchecked) var command = 0
  /// Whether a reducer handled the action; otherwise no selection is notified.
  @usableFromInline @safe @exclusivity(unchecked) var isHandled = false
  /// The commit that led to this one; 0 if none did.
  @safe @exclusivity(unchecked) var causeNumber = 0
  /// Whether effects start: not when a state was restored.
  @safe @exclusivity(unchecked) var startsEffects = true
  /// The follow-ups that the reducers requested.
  @safe @exclusivity(unchecked) var followUps: [FollowUp] = []
  @safe @exclusivity(unchecked) private(set) var isKept = false
  /// The start of reducing, since ``epoch``.
  @safe @exclusivity(unchecked) var begin: Duration?
  @safe @exclusivity(unchecked) var reducingTime: Duration?
  /// The states, if demanded.
  ///
  /// Released before the effects run, unless an observer retains the commit, so that a synchronous
  /// effect's dispatch finds the state unshared.
  @usableFromInline @safe @exclusivity(unchecked) var old: AnyStateBox?
  @usableFromInline @safe @exclusivity(unchecked) var new: AnyStateBox?
  /// The new state, for runs that retain it; released when the effects have run.
  @safe @exclusivity(unchecked) private(set) var runState: AnyStateBox?
  /// The box of the old state, if it can be reused.
  @usableFromInline @exclusivity(unchecked) var oldState: UnsafeMutableRawPointer?

  #if DEBUG
    /// Whether the old state was read although no interceptor requested it.
    private let isOldStateMissed = Atomic(false)
    /// The interceptor that read it.
    @safe @exclusivity(unchecked) private var missing: InterceptorEntry?
  #endif

  /// Records that the old state was read, though no interceptor requested it.
  @usableFromInline
  func missOldState() {
    #if DEBUG
      isOldStateMissed.store(true, ordering: .relaxed)
    #endif
  }

  /// Records that the old state of another commit, made from this one, was read.
  func missOldState(with copy: CommitRecord) {
    #if DEBUG
      if copy.isOldStateMissed.load(ordering: .relaxed) { missOldState() }
    #endif
  }

  /// The reference of instants.
  ///
  /// Instants are stored as durations since this one: the size of `Duration` is known at compile
  /// time, that of an `Instant` isn't, which makes copying it expensive.
  static let epoch = ContinuousClock.now

  static var now: Duration { epoch.duration(to: .now) }

  /// Records the dispatched action and its origin.
  func fill(_ action: any Action, _ context: DispatchContext) {
    put(action)
    site = context.site
    note = context.note
    source = context.source
    command = context.command
  }

  /// Initializes the action, in a place without a value to destroy.
  ///
  /// Inlined where the action's type is known; an assignment would call the runtime.
  @inlinable
  @inline(__always)
  func put(_ new: any Action) {
    unsafe withUnsafeMutablePointer(to: &storedAction) { unsafe $0.initialize(to: new) }
  }

  /// A placeholder for no action: trivial, so that another one can overwrite it.
  private struct NoAction: Action {}

  /// Releases everything, so that the record can be reused.
  func clear(_ engine: Engine) {
    releaseStates(engine)
    unsafe withUnsafeMutablePointer(to: &storedAction) {
      unsafe $0.deinitialize(count: 1)
      unsafe $0.initialize(to: NoAction())
    }
    // Checked first: most commits have none of these, and releasing nothing isn't free.
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

  /// Returns this record for an observer that retains it beyond the delivery; it isn't reused.
  ///
  /// Called by the delivering thread. Its reference count would also show whether it is retained,
  /// but not to thread sanitizer, which would report a race.
  func kept() -> CommitRecord {
    isKept = true
    return self
  }

  /// Returns this commit with other states.
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
    observers.forEachInterceptor(due: ticket) { entry in
      entry.committed(self)
      #if DEBUG
        if isOldStateMissed.exchange(false, ordering: .relaxed) { missing = entry }
      #endif
    }
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
    #if DEBUG
      if let entry = missing.take() { engine.reportMissedOldState(entry) }
    #endif
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
