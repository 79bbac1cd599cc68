import SluiceLocks

/// What interceptors and effects keep of a commit: everything but its states.
///
/// An object that never changes. Made under the store's lock, once all of it is known, and only for
/// a commit that an interceptor or an effect receives.
@usableFromInline
package final class CommitRecord: Sendable {
  package let action: any Action
  let context: DispatchContext
  /// The commit's own number and chain: the cause of what it leads to.
  package let cause: Cause
  /// The commit that led to this one; 0 if none did.
  let causeNumber: Int
  /// Whether a reducer handled the action.
  let isHandled: Bool
  /// Whether all reducers that handled it were lifted, and took nothing from it; found in debug builds.
  let isMissed: Bool
  /// Whether effects start: not when a state was restored.
  package let startsEffects: Bool
  /// What it did to scopes of runs; `nil` for nothing.
  package let scopes: (any AnyObject & Sendable)?
  package let route: ActionRoute
  /// The follow-ups that the reducers requested.
  package let followUps: [FollowUp]
  /// What it takes along of the task that dispatched its action.
  package let carried: Carried?
  /// The start of reducing, since ``epoch``.
  let begin: Duration?
  let reducingTime: Duration?

  #if DEBUG
    private let isOldStateMissed = Atomic(false)
  #endif

  init(
    _ action: any Action,
    _ context: consuming DispatchContext,
    _ cause: Cause,
    causeNumber: Int,
    isHandled: Bool,
    isMissed: Bool = false,
    startsEffects: Bool = true,
    scopes: (any AnyObject & Sendable)? = nil,
    _ route: ActionRoute,
    followUps: [FollowUp] = [],
    carried: Carried? = nil,
    begin: Duration?,
    reducingTime: Duration?
  ) {
    assert(causeNumber < cause.number)
    assert(isHandled || followUps.isEmpty)
    self.action = action
    self.context = context
    self.cause = cause
    self.causeNumber = causeNumber
    self.isHandled = isHandled
    self.isMissed = isMissed
    self.startsEffects = startsEffects
    self.scopes = scopes
    self.route = route
    self.followUps = followUps
    self.carried = carried
    self.begin = begin
    self.reducingTime = reducingTime
  }

  /// The reference of instants.
  ///
  /// Instants are stored as durations since this one: the size of `Duration` is known at compile
  /// time, that of an `Instant` isn't, which makes copying it expensive.
  static let epoch = ContinuousClock.now

  // Not inlined: the stack space for an `Instant` is allocated at run time, wherever it is used.
  @inline(never) package static var now: Duration { epoch.duration(to: .now) }

  package var number: Int { cause.number }

  /// The effect or middleware that dispatched the action, if one did.
  package var source: (any DispatchSource)? { context.source }

  /// What reduced the action.
  package var handlers: HandlerList { route.handlers }

  /// Whether it starts, answers or ends something.
  var hasEffects: Bool { scopes != nil || route.hasEffects }

  /// Whether a reducer or an effect takes the action, or a state was restored.
  var isTaken: Bool {
    if !startsEffects || isHandled && !isMissed { return true }
    return route.stops?.takes(action) == true
  }

  /// The reducers that handled the action, in order; none if a state was restored.
  var reducers: [ReducerName] {
    isHandled && startsEffects ? route.handlers.reducers(for: action) : []
  }

  package var origin: ActionOrigin { context.origin(after: causeNumber, carrying: carried) }

  /// Records that the old state was read, though no interceptor requested it.
  @usableFromInline
  func missOldState() {
    #if DEBUG
      isOldStateMissed.store(true, ordering: .relaxed)
    #endif
  }

  #if DEBUG
    /// Returns whether the old state was missed since the last call.
    func takeMissedOldState() -> Bool { isOldStateMissed.exchange(false, ordering: .relaxed) }
  #endif
}
