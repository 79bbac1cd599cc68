import SluiceLocks

extension Core {
  /// Waits, and reports once what for if that takes long: two real seconds if the store's clock is a
  /// test's, which stands still, otherwise thirty.
  ///
  /// - Parameters:
  ///   - call: The call that waits.
  ///   - tracked: The work that is waited for; `nil` for all work of the store.
  package final func reportingLongWait(
    _ call: String,
    for tracked: TrackedWork? = nil,
    _ wait: () async -> Void
  ) async {
    let limit: Duration = clock.preferredExecutor == nil ? .seconds(30) : .seconds(2)
    // Lets go of the core when the wait ends, though the timer's task may end later.
    let waiting = Waiting(self)
    let timer = Platform.afterRealTime(limit) {
      guard let core = waiting.core.withLock({ $0 }) else { return }
      let runs = core.locked("activity") { _ in core.runs }
      core.report(
        runs?.longWork(call, waited: limit, for: tracked) ?? .longWork(call: call, waited: limit)
      )
    }
    await wait()
    withExtendedLifetime(waiting.core.withLock { $0.take() }) {}
    if let timer { Platform.cancel(timer) }
  }

  private final class Waiting: Sendable {
    let core: Locked<Core?>

    init(_ core: Core) { self.core = Locked(core) }
  }
}
