/// What modifiers say about the runs of an effect; the types of actions are gone.
struct RunSettings: Sendable {
  var timing = TimingPolicy.Rule.none
  var overlap = Overlap.concurrent
  /// What divides the effect into lanes.
  ///
  /// User code: called by the thread that delivers, without a lock.
  var key: (@Sendable (any Action) -> AnyHashable?)?
  var delay: Duration?
  var timeout: Duration?
  var retry = Retry()
  /// Makes an action of an error; without it, or if it is `nil`, the error is reported.
  var recover: (@Sendable (any Error, (any Action)?) -> (any Action)?)?
  var executor: (any TaskExecutor)?
  var cancellers: [ActionMatch] = []
  var conditionalCancellers: [ConditionalCanceller] = []
  /// What other effects may cancel these runs by.
  var id: (any Hashable & Sendable)?
  /// What this effect's actions cancel.
  var cancelledIDs: [any Hashable & Sendable] = []

  /// How often, after which waits, and whether at all.
  struct Retry: Sendable {
    let attempts: Int
    let backoff: Backoff
    let isWorthwhile: @Sendable (any Error) -> Bool

    init(
      attempts: Int = 1,
      backoff: Backoff = .none,
      isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) {
      precondition(attempts > 0, "\(attempts) attempts would never run. The first one counts.")
      self.attempts = attempts
      self.backoff = backoff
      self.isWorthwhile = isWorthwhile
    }
  }

  /// Cancels the runs that a closure picks, when an action of a type was delivered.
  struct ConditionalCanceller: Sendable {
    let accepts: ActionFilter
    let matches: @Sendable (_ canceller: any Action, _ trigger: any Action) -> Bool
  }

  /// Whether it matters to an action what else goes on; else it starts its run at once.
  var hasLanes: Bool {
    timing != .none || overlap != .concurrent || key != nil
  }

  /// Whether an action cancels the runs before it as soon as it is committed.
  ///
  /// Behind a debounce or throttle it does so when it comes through; by a key, when it is
  /// delivered.
  var isLatestAtCommit: Bool {
    timing == .none && overlap == .latest && key == nil
  }
}
