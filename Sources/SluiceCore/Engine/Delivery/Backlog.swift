import SluiceLocks

/// Counts the values pending in the mailboxes of one store's sinks on actors, and delays the
/// threads that post them.
///
/// A mailbox has no bound of its own, because no value may be dropped. Instead, a dispatcher whose
/// delivery posted to a mailbox waits after that delivery while too many values are pending: for a
/// bounded time, as for a turn.
final class Backlog: Sendable {
  /// The number of pending values above which dispatchers wait.
  private static var limit: Int { 1_000 }

  private let waiting = Atomic<Int>(0)
  /// The thread that posted last.
  ///
  /// A thread on the actor receives the values that it posts, and never waits.
  private let lastPoster = Atomic<UInt>(0)
  private let hasSleepers = Atomic<Bool>(false)
  private let sleepers = Locked<[Sleeper]>([])

  var count: Int { waiting.load(ordering: .relaxed) }

  func add(by thread: UInt) {
    waiting.wrappingAdd(1, ordering: .relaxed)
    lastPoster.store(thread, ordering: .relaxed)
  }

  func remove(_ count: Int) {
    let left = waiting.wrappingSubtract(count, ordering: .sequentiallyConsistent).newValue
    assert(count >= 0 && left >= 0)
    guard left <= Self.limit / 2, hasSleepers.load(ordering: .sequentiallyConsistent) else {
      return
    }
    for sleeper in takeSleepers() { sleeper.wake() }
  }

  /// Waits until fewer values are pending, or for the maximum time of a dispatcher.
  func wait(_ thread: UInt) {
    let count = count
    guard count > Self.limit, lastPoster.load(ordering: .relaxed) == thread else { return }
    let deadline = Platform.now + Core.maximumWait(behind: count)
    let sleeper = Sleeper()
    sleepers.withLock { $0.append(sleeper) }
    hasSleepers.store(true, ordering: .sequentiallyConsistent)
    // Checks again: values removed meanwhile found no thread to wake.
    if waiting.load(ordering: .sequentiallyConsistent) > Self.limit / 2 {
      sleeper.sleep(until: deadline)
    }
    sleepers.withLock { $0.removeAll { $0 === sleeper } }
  }

  private func takeSleepers() -> [Sleeper] {
    sleepers.withLock { sleepers in
      hasSleepers.store(false, ordering: .relaxed)
      defer { sleepers = [] }
      return sleepers
    }
  }
}
