#if canImport(Darwin)
  public import Darwin
  public import Synchronization

  /// A lock whose word holds its owner, so that a thread that acquires a lock it already holds
  /// stops the program instead of hanging.
  ///
  /// On Apple's platforms, the system handles waiting: the owner inherits the waiters' priority.
  @usableFromInline
  @safe
  package struct OwnedLock: ~Copyable, @unchecked Sendable {
    // `@unchecked`: the lock is meant to be shared between threads, at a fixed address.
    @usableFromInline let owner = Atomic<UInt>(0)
    private let lock = UnsafeMutablePointer<os_unfair_lock_s>.allocate(capacity: 1)

    @usableFromInline
    package init() { unsafe lock.initialize(to: os_unfair_lock_s()) }

    deinit { unsafe lock.deallocate() }

    /// Acquires the lock if it is free.
    @usableFromInline
    func tryAcquire(_ thread: UInt) -> Bool {
      guard unsafe os_unfair_lock_trylock(lock) else { return false }
      owner.store(thread, ordering: .relaxed)
      return true
    }

    /// Whether a thread holds the lock; certain for the calling thread.
    @inlinable
    func isHeld(by thread: UInt) -> Bool { owner.load(ordering: .relaxed) == thread }

    /// Acquires the lock, waiting for it if necessary.
    ///
    /// - Returns: `false` if `thread` already holds it.
    @usableFromInline
    func acquireWaiting(_ thread: UInt) -> Bool {
      if isHeld(by: thread) { return false }
      unsafe os_unfair_lock_lock(lock)
      owner.store(thread, ordering: .relaxed)
      return true
    }

    /// Releases the lock.
    @usableFromInline
    func release(_ thread: UInt) {
      owner.store(0, ordering: .relaxed)
      unsafe os_unfair_lock_unlock(lock)
    }

    /// Runs a short body that calls no user code, with the lock held.
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
