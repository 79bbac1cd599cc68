extension Store {
  /// Cancels all runs that keep the store from being idle, and pending actions.
  package final func cancelRuns() { core.scheduler.cancelRuns() }

  /// The work that is currently pending.
  package final var activity: StoreActivity { core.scheduler.activityNow() }
}
