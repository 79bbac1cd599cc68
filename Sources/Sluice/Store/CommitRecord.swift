/// A commit on its way to those who watch.
@usableFromInline
@safe
final class CommitRecord: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass; the boxes are those of `Sendable` states. Fields are set by
  // the dispatcher under the store's lock before the record is queued.

  /// Tells states apart; what selections go by.
  @exclusivity(unchecked) var version = 0
  let action: any Action
  private let site: ActionOrigin.Site
  private let note: String?
  /// Whether a reducer handled the action; else no selection is told.
  let isHandled: Bool
  /// The effect within which the action was dispatched.
  @exclusivity(unchecked) var source: DispatchSource?
  /// The commit that led to this one; 0 when none did.
  @exclusivity(unchecked) var causeNumber = 0
  /// Whether effects are told: not when a state was put back.
  @exclusivity(unchecked) var setsOffEffects = true
  /// What the reducers asked for.
  @exclusivity(unchecked) var followUps: FollowUpBatch?
  /// When reducing began, since ``epoch``.
  @exclusivity(unchecked) var begin: Duration?
  @exclusivity(unchecked) var reducingTime: Duration?
  /// The states, as far as somebody wants them.
  ///
  /// Let go of before the effects run, so that what a synchronous effect dispatches finds the state
  /// unshared.
  @exclusivity(unchecked) private var old: AnyStateBox?
  @exclusivity(unchecked) private var new: AnyStateBox?

  /// The instant that others are counted from.
  ///
  /// Instants are kept as durations since this one: the size of `Duration` is known when this is
  /// compiled, that of an `Instant` is not, which makes every copy of it dear.
  static let epoch = ContinuousClock.now

  static var now: Duration { epoch.duration(to: .now) }

  @usableFromInline
  init(
    _ action: consuming any Action,
    site: ActionOrigin.Site,
    note: consuming String?,
    old: consuming AnyStateBox?,
    new: consuming AnyStateBox?,
    isHandled: Bool
  ) {
    self.action = action
    self.site = site
    self.note = note
    unsafe self.old = old
    unsafe self.new = new
    self.isHandled = isHandled
  }

  var origin: ActionOrigin {
    let cause = unsafe causeNumber
    return ActionOrigin(
      site: site,
      note: note,
      cause: cause == 0 ? nil : .init(commit: cause, effect: unsafe source?.id)
    )
  }

  var number: Int { unsafe commitNumber }

  override func hand(to observers: Observers, of core: StoreCore) {
    let ticket = unsafe ticket
    if let new = unsafe new {
      if unsafe observers.hasInterceptors {
        observers.forEachInterceptor(due: ticket) { $0.committed(self, unsafe old, new) }
      }
      if isHandled, unsafe observers.hasSelections {
        observers.select(from: new, version: unsafe version, ticket: ticket)
      }
    }
    unsafe old = nil
    unsafe new = nil
    if unsafe observers.hasEffects, unsafe setsOffEffects {
      unsafe observers.effects.receive(self, ticket: ticket, in: core)
    }
    if let followUps = unsafe followUps { followUps.run(after: self, in: core) }
  }
}
