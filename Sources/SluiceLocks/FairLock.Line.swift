extension FairLock {
  /// A thread that sleeps, or is about to.
  final class Waiter: @unchecked Sendable {
    // `@unchecked`: `wasHanded` is written by the thread that wakes this one, before it does.
    let thread: UInt
    /// When it began to wait, in nanoseconds.
    let since: UInt64
    /// Whether its thread hadn't waited for long before; see ``Pace/isRare(_:)``.
    let isRare: Bool
    let sleeper = Sleeper()
    /// Whether it owns the lock since it was woken.
    var wasHanded = false

    init(_ thread: UInt, since: UInt64, isRare: Bool) {
      self.thread = thread
      self.since = since
      self.isRare = isRare
    }
  }

  /// The threads that sleep until a lock is theirs, first in, first out; and which of them
  /// continues when the lock is released.
  ///
  /// Pure: knows no clock, no thread and no lock. A thread that waits rarely waits for one owner
  /// only: the next release hands it the lock. Others are handed the lock when they have waited
  /// long, now and then; handing over each time would create a convoy, in which every owner waits
  /// for a wake-up. Otherwise the lock is released, and the first thread woken to try to acquire it,
  /// unless a thread spins that does.
  struct Line {
    /// How the lock is released.
    enum Step: Equatable {
      /// The first thread becomes the owner.
      case handOver(at: UInt64)
      /// The lock is free; the first thread leaves the line, and tries to acquire it.
      case wake
      /// The lock is free; a spinning thread acquires it, or no thread waits.
      case leave
    }

    private let pace: Pace
    private var waiters: [Waiter] = []
    private var lastHandOver: UInt64 = 0

    init(_ pace: Pace) { self.pace = pace }

    var isEmpty: Bool { waiters.isEmpty }
    var first: Waiter? { waiters.first }

    /// Appends a thread; also one that was woken, and failed to acquire the lock.
    ///
    /// At the front, such threads would keep those that wait rarely from their hand-over: with seven
    /// busy threads, these would wait twice as long.
    mutating func enter(_ waiter: Waiter) {
      assert(!waiters.contains { $0 === waiter })
      waiters.append(waiter)
    }

    /// Removes a thread.
    ///
    /// - Returns: `false` if it isn't in the line any more.
    mutating func remove(_ waiter: Waiter) -> Bool {
      guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return false }
      waiters.remove(at: index)
      return true
    }

    /// Decides about a release.
    ///
    /// - Parameter spinners: The number of threads that try to acquire the lock.
    func release(at now: UInt64, spinners: Int) -> Step {
      guard let first else { return .leave }
      if first.isRare || isDue(first, now) { return .handOver(at: now) }
      return spinners > 0 ? .leave : .wake
    }

    private func isDue(_ waiter: Waiter, _ now: UInt64) -> Bool {
      now &- waiter.since > pace.longWait && now &- lastHandOver > pace.betweenHandOvers
    }

    /// The lock's word after a step.
    func word(after step: Step) -> UInt {
      assert(step == .leave || !waiters.isEmpty)
      return switch step {
      case .handOver: (first?.thread ?? 0) | mark(waiters.count - 1)
      case .wake: mark(waiters.count - 1)
      case .leave: mark(waiters.count)
      }
    }

    private func mark(_ count: Int) -> UInt {
      count > 0 ? FairLock.sleeping : 0
    }

    /// Executes a step.
    ///
    /// - Returns: The thread that is to be woken.
    mutating func execute(_ step: Step) -> Waiter? {
      if step == .leave || waiters.isEmpty { return nil }
      if case .handOver(let now) = step { lastHandOver = now }
      return waiters.removeFirst()
    }
  }
}
