// What a store reports of selectors and observers, and of waiting.

extension StoreDiagnostic.ID {
  /// A selector's projector dispatched an action.
  ///
  /// Reported in debug builds, once for each store, if the commit is observed.
  public static let dispatchInProjector = Self(rawValue: "dispatch-in-projector")
  /// A projector returned unequal results for equal inputs; see ``Store/checksProjectors``.
  public static let unstableProjector = Self(rawValue: "unstable-projector")
  /// The token of a subscriber was released at once: the subscriber was called with the first value at most.
  ///
  /// Reported in debug builds, once for each store.
  public static let tokenDropped = Self(rawValue: "token-dropped")
  /// Comparing two values of a selection took longer than a millisecond, on the thread that delivers.
  ///
  /// Reported in debug builds, once for each store.
  public static let slowComparison = Self(rawValue: "slow-comparison")
  /// Dispatchers wait for their turn for the maximum time, then enqueue their commits, and an observer is slow.
  ///
  /// Since the first such wait, three of its calls in a row took longer than a millisecond each, or one call a second.
  /// The text names it, and has the time of the last call; one that hasn't returned has taken at least that long.
  /// Reported on the thread that delivers, or that waited.
  public static let longWait = Self(rawValue: "long-wait")
  /// Many commits await delivery: a subscriber, an interceptor or a synchronous effect is slower than the dispatchers.
  public static let longQueue = Self(rawValue: "long-queue")
  /// ``Store/idle()``, ``Store/close(within:)`` or ``DispatchedWork/finish()`` has waited long, and goes on waiting.
  ///
  /// For two real seconds if the store's clock is a test's, otherwise for thirty. The text lists the work that it waits
  /// for. Reported once for each call.
  public static let longWork = Self(rawValue: "long-work")
  /// Effects had not ended when the limit of ``Store/close(within:)`` had passed: their runs were cancelled.
  public static let unfinishedEffects = Self(rawValue: "unfinished-effects")
}

extension StoreDiagnostic {
  static func dispatchInProjector(
    name: String,
    position: String,
    action: any Action.Type
  ) -> Self {
    Self(
      .dispatchInProjector,
      """
      The projector of \(name) at \(position) dispatched \(action). A projector runs \
      whenever somebody reads or observes the value, and only computes it.
      """,
      cure: "To fix, dispatch from a subscriber, an effect or a feedback.",
      position: position
    )
  }

  static func unstableProjector(name: String, position: String, difference: String) -> Self {
    func cause(_ difference: String) -> String {
      """
      The projector of \(name) at \(position) gave unequal results for equal inputs \
      (\(difference)), so that its subscribers are notified of changes that didn't happen.
      """
    }
    return Self(
      .unstableProjector,
      cause(difference),
      cure: """
        To fix, compute the value from the inputs only. Put dates, random numbers and new \
        objects into the state, with an action.
        """,
      withoutValues: cause("not shown here"),
      position: position
    )
  }

  static func tokenDropped(subscriber: String) -> Self {
    Self(
      .tokenDropped,
      "The token of \(subscriber) was released at once, which ended the subscription.",
      cure: """
        To fix, keep the token as long as the subscriber is to be called: in a property, or with \
        `store(in:)`. For the current value alone, read it from the store.
        """
    )
  }

  static func slowComparison(subscriber: String, took time: Duration) -> Self {
    Self(
      .slowComparison,
      "\(subscriber) compares values that take \(time) to compare, after each change.",
      cure: """
        To fix, select a smaller part of the state, or use `skippingRepeats(by:)` with a part \
        that tells values apart.
        """
    )
  }

  static func longWait(for observer: String, took time: Duration) -> Self {
    Self(
      .longWait,
      """
      Dispatches wait the maximum time for their turn, and are delivered later: notifying \
      \(observer) took at least \(time).
      """,
      cure: "To fix, make \(observer) faster, or move its work to a task."
    )
  }

  static func longQueue(count: Int) -> Self {
    Self(
      .longQueue,
      "\(count) commits await delivery, and each uses memory.",
      cure: """
        To fix, make the slowest subscriber, interceptor or synchronous effect faster, or move \
        its work to a task.
        """
    )
  }

  /// - Parameters:
  ///   - call: The call that waits.
  ///   - work: What it waits for.
  ///   - hidden: The same without values of the state and of actions.
  package static func longWork(
    call: String,
    waited time: Duration,
    for work: String = "the delivery in progress",
    withoutValues hidden: String? = nil,
    cure: String = "To fix, let observers and `storeClosed()` return."
  ) -> Self {
    func cause(_ work: String) -> String {
      "`\(call)` has waited \(time), and still waits for \(work)."
    }
    return Self(.longWork, cause(work), cure: cure, withoutValues: hidden.map(cause))
  }

  static func unfinishedEffects(_ names: [String], after limit: Duration) -> Self {
    Self(
      .unfinishedEffects,
      """
      \(names.joined(separator: ", ")) had not ended within \(limit) when the store was \
      closed: the runs were cancelled.
      """,
      cure: """
        To fix, let them end earlier, or give `close(within:)` more time. A run that itself \
        waits for `close(within:)` can't end before.
        """
    )
  }
}
