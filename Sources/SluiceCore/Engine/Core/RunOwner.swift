import SluiceLocks

/// What runs beside the reducers of one core: effects, feedbacks, follow-ups.
///
/// A core works without one, and knows no more of it than this. Whoever registers the first effect, or
/// makes a follow-up, brings one along; see ``Core/owner(_:making:)``.
package protocol RunOwner: AnyObject, Sendable {
  // MARK: With the lock held

  /// Whether an effect is registered.
  var hasEffects: Bool { get }

  /// Names what may retain the store, for a test.
  var holders: [String] { get }

  /// Finds out what a type of action leads to besides its reducers; `nil` for nothing.
  ///
  /// Kept with the type's route until ``Core/removeRoutes()``.
  func stops(for type: any Action.Type) -> (any RunStops)?

  /// Whether commits that change the state may cancel something, whatever their action.
  var watchesState: Bool { get }

  /// Cancels, in the reducing section, what a commit cancels, and prepares what it starts.
  ///
  /// - Parameters:
  ///   - isHandled: Whether the state may have changed.
  ///   - startsEffects: Whether effects start: not when a state was restored.
  /// - Returns: What ``deliver(_:_:)`` finds in the commit's record; `nil` for nothing.
  func changeScopes(
    _ stops: (any RunStops)?,
    _ action: any Action,
    isHandled: Bool,
    startsEffects: Bool,
    _ held: borrowing Held
  ) -> (any AnyObject & Sendable)?

  /// The run of the calling task, if it belongs to this core.
  var currentSource: (any DispatchSource)? { get }

  /// What is asked for parts or actions at present, user code that must not use the store.
  var examinedEffect: String? { get }

  /// Removes the tasks that wait for an idle store, if it is idle, now that no commit follows by itself.
  func takeIdleWaiters(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>]

  /// Ends everything, because the store is closed or freed.
  ///
  /// - Returns: What to call without the lock.
  func close(_ held: borrowing Held) -> () -> Void

  // MARK: By the thread that delivers

  /// Starts what a commit starts, and ends what it has cancelled.
  func deliver(_ record: CommitRecord, _ states: consuming CommitStates)

  /// Performs the follow-ups of a commit, or starts them.
  func runFollowUps(of record: CommitRecord)

  // MARK: Without the lock

  /// Removes what has the number of a registration.
  func unregisterEffects(registration: Int)

  /// Cancels the runs of tracked work, and drops what waits to start one.
  func cancel(_ tracked: TrackedWork)

  /// Returns whether the calling task would wait for its own run, and reports that.
  ///
  /// - Parameters:
  ///   - call: The call that waits.
  ///   - tracked: The work that it waits for; `nil` for all that keeps the store from being idle.
  func isWaitForItself(_ call: String, for tracked: TrackedWork?) -> Bool

  /// Returns what to report of a call that has waited long; `nil` if it waits for nothing that runs.
  ///
  /// - Parameters:
  ///   - call: The call that waits.
  ///   - time: How long it has waited.
  ///   - tracked: The work that it waits for; `nil` for all that keeps the store from being idle.
  func longWork(_ call: String, waited time: Duration, for tracked: TrackedWork?)
    -> StoreDiagnostic?

  /// Waits until the store that is being closed is idle, or a time has passed on its clock.
  ///
  /// - Returns: The effects that have not ended by then.
  func waitUntilIdle(_ closing: Closing, within limit: Duration) async -> [String]
}

/// What a type of action leads to besides its reducers.
package protocol RunStops: AnyObject, Sendable {
  /// Whether actions of the type may cancel runs, or open scopes.
  var changesScopes: Bool { get }
  /// Whether an effect reads the state after a commit.
  var retainsState: Bool { get }
  /// Whether an effect also reads the state before a commit.
  var retainsOldState: Bool { get }

  /// Returns whether an effect takes an action, or may read it.
  func takes(_ action: any Action) -> Bool

  /// Returns whether an action starts or cancels runs of the whole state.
  func reactsForWhole(to action: any Action) -> Bool
}

extension Core {
  /// Returns what runs effects; makes it on first use.
  package final func owner<Owner: RunOwner>(
    _ held: borrowing Held,
    making make: () -> Owner
  ) -> any RunOwner {
    assert(lock.isHeld(by: held.thread))
    if let runs { return runs }
    let new = make()
    runs = new
    return new
  }

  /// Removes the routes, because what effects do with actions has changed.
  ///
  /// - Returns: What the caller releases without the lock.
  package final func removeRoutes(_ held: borrowing Held) -> Any { routes.removeAll() }
}

/// A run, on whose behalf its task dispatches and reads.
package protocol CurrentRun: DispatchSource {
  /// Called before a wait for a value that the state brings, and after it.
  func beginReading()
  func endReading()
}

/// The run of the current task, also after a hop to another actor or in a task that it creates.
package enum TaskRun {
  @TaskLocal package static var current: (any CurrentRun)?

  /// Waits for a value that the state brings; a test sees that the current run, if any, waits.
  static func reading<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Value
  ) async -> Value {
    guard let run = current else { return await body() }
    run.beginReading()
    defer { run.endReading() }
    return await body()
  }
}
