import SluiceCore
import SluiceLocks

/// Somebody who observes which runs are alive.
final class RunObserver: Sendable {
  let filter: RunFilter
  private unowned let scheduler: RunScheduler
  private let receive: @Sendable (LivingRuns) -> Void
  /// Whether something has changed since the receiver was told.
  private let isStale = Atomic<Bool>(true)

  init(
    _ filter: RunFilter,
    _ scheduler: RunScheduler,
    _ receive: @escaping @Sendable (LivingRuns) -> Void
  ) {
    self.filter = filter
    self.scheduler = scheduler
    self.receive = receive
  }

  /// Notes a change.
  func note() { isStale.store(true, ordering: .releasing) }

  /// Tells the receiver, if something has changed; called by one thread at a time.
  func tell() {
    guard isStale.exchange(false, ordering: .acquiringAndReleasing) else { return }
    receive(scheduler.livingRuns(filter))
  }
}
