#if canImport(Darwin)
  public import Darwin
  public import Synchronization

  /// A lock whose word holds its owner, so that a thread that comes back to a lock it already holds
  /// is stopped instead of hanging.
  ///
  /// On Apple's platforms waiting is the system's: the owner inherits the priority of who waits.
  @usableFromInline
  @safe
  package struct OwnedLock: ~Copyable, @unchecked Sendable {
    // `@unchecked`: the lock is made to be shared between threads, at an address that stays.
    @usableFromInline let owner = Atomic<UInt>(0)
    private let lock = UnsafeMutablePointer<os_unfair_lock_s>.allocate(capacity: 1)

    @usableFromInline
    package init() { unsafe lock.initialize(to: os_unfair_lock_s()) }

    deinit { unsafe lock.deallocate() }

    /// Takes the lock if it is free.
    @usableFromInline
    func tryAcquire(_ thread: UInt) -> Bool {
      guard unsafe os_unfair_lock_trylock(lock) else { return false }
      owner.store(thread, ordering: .relaxed)
      return true
    }

    /// Whether a thread holds the lock; certain for the calling thread.
    @inlinable
    func isHeld(by thread: UInt) -> Bool { owner.load(ordering: .relaxed) == thread }

    /// Takes the lock, waiting for it if necessary.
    ///
    /// - Returns: `false` when `thread` holds it already.
    @usableFromInline
    func acquireWaiting(_ thread: UInt) -> Bool {
      if isHeld(by: thread) { return false }
      unsafe os_unfair_lock_lock(lock)
      owner.store(thread, ordering: .relaxed)
      return true
    }

    /// Gives the lock back.
    @usableFromInline
    func release(_ thread: UInt) {
      owner.store(0, ordering: .relaxed)
      unsafe os_unfair_lock_unlock(lock)
    }

    /// Runs a short body that calls no code of the user's, with the lock held.
    @inlinable
    package func withLock<Result: ~Copyable>(_ body: () -> Result) -> Result {
      let thread = Platform.currentThread()
      let isOurs = tryAcquire(thread) || acquireWaiting(thread)
      precondition(isOurs, "Sluice: a lock was taken twice by one thread. Please report this.")
      defer { release(thread) }
      return body()
    }
  }
#endif
