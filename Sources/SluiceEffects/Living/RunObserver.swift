import SluiceCore
import SluiceLocks

/// An observer of the runs that are alive.
final class RunObserver: Sendable {
  let filter: RunFilter
  private unowned let scheduler: RunScheduler
  private let receive: @Sendable (LivingRuns) -> Void
  /// Whether the receiver's last value may be out of date.
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

  /// Passes the present value on if the last one may be out of date; called by one thread at a time.
  func tell() {
    guard isStale.exchange(false, ordering: .acquiringAndReleasing) else { return }
    receive(scheduler.livingRuns(filter))
  }
}
