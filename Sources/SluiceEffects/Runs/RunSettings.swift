package import SluiceCore

/// The settings of an effect's runs, with the types of actions erased.
package struct RunSettings: Sendable {
  /// What must hold for an action to start a run.
  package var conditions: [RunCondition] = []
  var timing = TimingPolicy.Rule.none
  var overlap = Overlap.concurrent
  /// The key that divides the effect into lanes.
  ///
  /// User code: called by the delivering thread, without a lock.
  package var key: (@Sendable (any Action) -> AnyHashable?)?
  var delay: Duration?
  var timeout: Duration?
  var retry = Retry()
  /// Called before each wait of a retry.
  package var onRetry: (@Sendable (any Error, Duration, AttemptContext<any Action>) -> Void)?
  /// The wait before a run that ended begins again; `nil` if it doesn't.
  var pause: Duration?
  /// Makes an action from an error; if there is no closure, the error is reported.
  package var recover: (@Sendable (any Error, AttemptContext<any Action>) -> (any Action)?)?
  /// Whether the work has a context, by which it may ask for later actions.
  var usesContext = false
  /// Whether a run answers with one action or none, and is done.
  @usableFromInline var answersOnce = false
  var executor: (any TaskExecutor)?
  /// What runs retain of the states before and after the commit that starts them.
  var retention: StateRetention?
  package var cancellers: [ActionMatch] = []
  package var conditionalCancellers: [ConditionalCanceller] = []
  /// The id by which other effects can cancel the runs.
  var id: (any Hashable & Sendable)?
  /// The ids of the runs that this effect's actions cancel.
  var cancelledIDs: [any Hashable & Sendable] = []

  /// The number of attempts, the waits between them, and the errors to retry after.
  struct Retry: Sendable {
    let attempts: AttemptLimit
    let backoff: Backoff
    /// The duration of an attempt after which waits and attempts are counted from the first again.
    let healthyTime: Duration?
    let isWorthwhile: @Sendable (any Error) -> Bool

    init(
      attempts: AttemptLimit = 1,
      backoff: Backoff = .none,
      healthyTime: Duration? = nil,
      isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) {
      precondition(
        attempts != .unlimited || !backoff.isNone,
        "Sluice: unlimited attempts without a wait would never rest. Give retry a backoff."
      )
      self.attempts = attempts
      self.backoff = backoff
      self.healthyTime = healthyTime
      self.isWorthwhile = isWorthwhile
    }
  }

  /// Begins runs that ended again after a pause.
  mutating func repeatRuns(after pause: Duration) {
    precondition(
      pause > .zero,
      "Sluice: a run repeated after \(pause) might never rest. Use a pause greater than zero."
    )
    self.pause = pause
  }

  /// Cancels the runs that satisfy a predicate when an action of a type is delivered.
  package struct ConditionalCanceller: Sendable {
    package let accepts: ActionFilter
    /// A predicate of the states before and after the canceller's commit.
    package var condition: RunCondition?
    package let matches: @Sendable (_ canceller: any Action, _ trigger: any Action) -> Bool

    package init(
      accepts: @escaping ActionFilter,
      condition: RunCondition? = nil,
      matches: @escaping @Sendable (_ canceller: any Action, _ trigger: any Action) -> Bool
    ) {
      self.accepts = accepts
      self.condition = condition
      self.matches = matches
    }
  }

  /// Whether an action that may start a run has the state before its commit read.
  var readsOldState: Bool {
    retention?.states.contains(.before) == true || conditions.contains { $0.state != nil }
  }

  /// Whether it has the state after its commit read.
  var readsState: Bool { readsOldState || retention != nil }

  /// The types of the states that are read for actions.
  var stateTypes: [any Sendable.Type] {
    conditions.compactMap(\.state) + conditionalCancellers.compactMap(\.condition?.state)
  }

  /// Whether other runs and actions affect an action; otherwise it starts its run immediately.
  var hasLanes: Bool {
    timing != .none || overlap != .concurrent || key != nil
  }

  /// Whether an action cancels the runs before it as soon as it is committed.
  ///
  /// After a debounce or throttle, it does so when it passes; with a key or a condition, when it is
  /// delivered.
  var isLatestAtCommit: Bool {
    timing == .none && overlap == .latest && key == nil && conditions.isEmpty
  }
}
