extension Store {
  /// Waits until nothing is under way that could lead to another commit by itself.
  ///
  /// Returns when no commit awaits delivery, no run of an effect and no follow-up is alive, no
  /// action waits for a debounce, a throttle or its turn, and no stream has an action in hand or
  /// unread. Feedbacks and external sequences of actions do not count, nor do cancelled runs: what
  /// they still do does not reach the store. Returns early if the calling task is cancelled.
  ///
  /// A run that waits on a test's clock is alive: advance the clock first.
  public final func idle() async {
    await core.scheduler.waitUntilIdle()
  }
}
