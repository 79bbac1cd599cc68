public import SluiceCore

extension Store {
  /// Waits until nothing is under way that could lead to another commit by itself.
  ///
  /// Returns when no commit awaits delivery, no run of an effect and no follow-up is alive, no
  /// action waits for a debounce, a throttle or its turn, and no stream has an action in hand or
  /// unread. Feedbacks and external sequences of actions do not count, nor do cancelled runs: what
  /// they still do does not reach the store. Returns early if the calling task is cancelled.
  ///
  /// A run that waits on a test's clock is alive: advance the clock first. What it waits for is reported
  /// once, as ``StoreDiagnostic/ID/longWork``, after two real seconds if the clock is a
  /// test's, otherwise after thirty.
  ///
  /// Called by a run of an effect of this store, it would wait for that run: it reports
  /// ``StoreDiagnostic/ID/waitsForItself``, and returns.
  public final func idle() async {
    await core.scheduler.waitUntilIdle()
  }
}
