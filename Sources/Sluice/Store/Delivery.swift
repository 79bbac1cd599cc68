/// What is handed to observers in its turn: a commit, or something that is told in order with them.
struct Delivery: @unchecked Sendable {
  // `@unchecked`: the boxes are those of `Sendable` states.

  enum Event: Sendable {
    case commit(CommitRecord)
    /// A run began or came to an end.
    case effect(EffectEvent)
    /// Selections answer differently although no commit happened: an override came or went.
    case reselection(version: Int)
  }

  let event: Event
  /// The states, as far as somebody wants them; let go of before the effects run, so that what a
  /// synchronous effect dispatches finds the state unshared.
  var old: AnyObject?
  var new: AnyObject?
  /// The place in the queue's order.
  var ticket = 0
  /// Whether the thread that delivers queued this from within the delivery.
  var isReentrant = false

  init(_ event: Event, old: AnyObject? = nil, new: AnyObject? = nil) {
    self.event = event
    self.old = old
    self.new = new
  }
}

/// A commit but for its states.
@usableFromInline
struct CommitRecord: Sendable {
  let number: Int
  /// Tells states apart; what selections go by.
  let version: Int
  let action: any Action
  let origin: ActionOrigin
  let instant: ContinuousClock.Instant?
  let reducingTime: Duration?
  let chain: CauseChain
  /// Whether a reducer handled the action; else no selection is told.
  let isHandled: Bool
}

/// Who delivers, and which commit.
struct Delivering {
  /// 0 while the role is on its way to a task.
  var thread: UInt
  var commit: Int?
  var chain: CauseChain

  init(_ delivery: Delivery, thread: UInt) {
    self.thread = thread
    switch delivery.event {
    case .commit(let record):
      commit = record.number
      chain = record.chain
    case .effect(let event):
      commit = event.commit
      chain = CauseChain()
    case .reselection:
      commit = nil
      chain = CauseChain()
    }
  }
}
