/// The settings of an effect's runs, with the types of actions erased.
struct RunSettings: Sendable {
  var timing = TimingPolicy.Rule.none
  var overlap = Overlap.concurrent
  /// The key that divides the effect into lanes.
  ///
  /// User code: called by the delivering thread, without a lock.
  var key: (@Sendable (any Action) -> AnyHashable?)?
  var delay: Duration?
  var timeout: Duration?
  var retry = Retry()
  /// Makes an action from an error; if there is no closure, the error is reported.
  var recover: (@Sendable (any Error, (any Action)?) -> (any Action)?)?
  var executor: (any TaskExecutor)?
  /// Whether runs retain the state as it was at the commit that started them.
  var retainsState = false
  var cancellers: [ActionMatch] = []
  var conditionalCancellers: [ConditionalCanceller] = []
  /// The id by which other effects can cancel the runs.
  var id: (any Hashable & Sendable)?
  /// The ids of the runs that this effect's actions cancel.
  var cancelledIDs: [any Hashable & Sendable] = []

  /// The number of attempts, the waits between them, and the errors to retry after.
  struct Retry: Sendable {
    let attempts: Int
    let backoff: Backoff
    let isWorthwhile: @Sendable (any Error) -> Bool

    init(
      attempts: Int = 1,
      backoff: Backoff = .none,
      isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) {
      precondition(
        attempts > 0,
        "Sluice: the number of attempts is \(attempts); it must be at least 1, the first one."
      )
      self.attempts = attempts
      self.backoff = backoff
      self.isWorthwhile = isWorthwhile
    }
  }

  /// Cancels the runs that satisfy a predicate when an action of a type is delivered.
  struct ConditionalCanceller: Sendable {
    let accepts: ActionFilter
    let matches: @Sendable (_ canceller: any Action, _ trigger: any Action) -> Bool
  }

  /// Whether other runs and actions affect an action; otherwise it starts its run immediately.
  var hasLanes: Bool {
    timing != .none || overlap != .concurrent || key != nil
  }

  /// Whether an action cancels the runs before it as soon as it is committed.
  ///
  /// After a debounce or throttle, it does so when it passes; with a key, when it is delivered.
  var isLatestAtCommit: Bool {
    timing == .none && overlap == .latest && key == nil
  }
}
