import Synchronization

// The only file of this module that depends on the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The operating system's functions that the core uses.
@usableFromInline
package enum Platform {
  /// The calling thread as a number, which is never 0 and has lowest bits of 0.
  ///
  /// Neither inlined nor optimized: glibc declares `pthread_self` constant, so an optimizer that
  /// sees the call keeps its result across a suspension, and names the thread from before it.
  @usableFromInline
  @inline(never)
  @_optimize(none)
  package static func currentThread() -> UInt {
    #if canImport(Darwin)
      let thread = UInt(bitPattern: unsafe pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    assert(thread & 3 == 0, "A thread's number is the address of an aligned object.")
    return thread
  }

  /// The current time in nanoseconds on a monotonic clock.
  package static var now: UInt64 {
    #if INTERLEAVING
      Interleaving.now
    #elseif canImport(Darwin)
      clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      nanoseconds(of: CLOCK_MONOTONIC)
    #endif
  }

  #if !canImport(Darwin)
    private static func nanoseconds(of clock: clockid_t) -> UInt64 {
      var time = timespec()
      unsafe clock_gettime(clock, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  #endif

  /// Pauses for about ten nanoseconds, `count` times, without accessing shared memory.
  package static func pause(_ count: Int) {
    #if INTERLEAVING
      Interleaving.pause()
    #else
      for _ in 0..<(count * 16) { _ = quietWord.load(ordering: .relaxed) }
    #endif
  }

  /// Read and never written: the optimizer keeps the loads of an atomic.
  private static let quietWord = Atomic<UInt>(0)

  /// Starts a task, without waiting for it.
  package static func startTask(_ body: @escaping @Sendable () async -> Void) {
    #if INTERLEAVING
      Interleaving.startTask(body)
    #else
      _ = Task { await body() }
    #endif
  }

  /// Identifies the calling task among those that have not ended; 0 outside of tasks.
  package static var currentTask: Int { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 } }

  /// Cancels a task.
  ///
  /// Its cancellation handlers run in the calling thread, under a lock of the language's runtime.
  package static func cancel(_ task: Task<Void, Never>) {
    #if INTERLEAVING
      Interleaving.urgently { task.cancel() }
    #else
      task.cancel()
    #endif
  }

  /// Calls a closure when real time has passed, unless the task is cancelled before.
  ///
  /// Counts steps: while no task gets a turn, the work that is waited for gets none either.
  package static func afterRealTime(
    _ limit: Duration,
    _ body: @escaping @Sendable () -> Void
  ) -> Task<Void, Never>? {
    #if INTERLEAVING
      if unsafe Interleaving.scheduler != nil { return nil }
    #endif
    return Task.detached {
      for _ in 0..<20 {
        do { try await Task.sleep(for: limit / 20) } catch { return }
      }
      body()
    }
  }

  /// Writes a line to standard error; standard output belongs to the program.
  package static func warn(_ message: String) {
    #if INTERLEAVING
      // Thousands of schedules would repeat it.
      if unsafe Interleaving.scheduler != nil { return }
    #endif
    var line = message + "\n"
    line.withUTF8 { bytes in
      _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

#if !INTERLEAVING
  /// A thread-local number, initially 0.
  package struct ThreadLocalNumber: ~Copyable, Sendable {
    private let key: pthread_key_t

    package init() {
      var key = pthread_key_t()
      let result = unsafe pthread_key_create(&key, nil)
      precondition(
        result == 0,
        "Sluice: no thread-local key is left in this process (pthread_key_create: \(result))."
      )
      self.key = key
    }

    /// The calling thread's value.
    package var value: UInt {
      get { UInt(bitPattern: unsafe pthread_getspecific(key)) }
      nonmutating set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }
  }

  /// The mutex at the beginning of a cell of ``Locked``; waiters sleep in the kernel.
  @usableFromInline
  @safe
  struct SystemMutex {
    #if canImport(Darwin)
      private var mutex = os_unfair_lock_s()

      @usableFromInline
      static func prepare(_ address: UnsafeMutableRawPointer) {}

      @usableFromInline
      static func destroy(_ address: UnsafeMutableRawPointer) {}

      @usableFromInline
      static func lock(_ address: UnsafeMutableRawPointer) {
        unsafe os_unfair_lock_lock(address.assumingMemoryBound(to: os_unfair_lock_s.self))
      }

      @usableFromInline
      static func unlock(_ address: UnsafeMutableRawPointer) {
        unsafe os_unfair_lock_unlock(address.assumingMemoryBound(to: os_unfair_lock_s.self))
      }
    #else
      private var mutex = unsafe pthread_mutex_t()

      /// Initializes the mutex, at the address that it keeps.
      @usableFromInline
      static func prepare(_ address: UnsafeMutableRawPointer) {
        unsafe pthread_mutex_init(mutex(address), kind)
      }

      /// Locking twice fails, where another kind of mutex would hang.
      nonisolated(unsafe) private static let kind = {
        let attributes = UnsafeMutablePointer<pthread_mutexattr_t>.allocate(capacity: 1)
        unsafe pthread_mutexattr_init(attributes)
        unsafe pthread_mutexattr_settype(attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
        return unsafe attributes
      }()

      @usableFromInline
      static func destroy(_ address: UnsafeMutableRawPointer) {
        unsafe pthread_mutex_destroy(mutex(address))
      }

      @usableFromInline
      static func lock(_ address: UnsafeMutableRawPointer) {
        let isOurs = unsafe pthread_mutex_lock(mutex(address)) == 0
        precondition(isOurs, "Sluice: a lock was taken twice by one thread. Please report this.")
      }

      @usableFromInline
      static func unlock(_ address: UnsafeMutableRawPointer) {
        unsafe pthread_mutex_unlock(mutex(address))
      }

      private static func mutex(
        _ address: UnsafeMutableRawPointer
      ) -> UnsafeMutablePointer<pthread_mutex_t> {
        unsafe address.assumingMemoryBound(to: pthread_mutex_t.self)
      }
    #endif
  }

  /// A place where one thread sleeps until another wakes it.
  @safe
  package final class Sleeper: @unchecked Sendable {
    // `@unchecked`: `isAwake` is guarded by `mutex`; the others are meant to be shared.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isAwake = false

    package init() {
      unsafe pthread_mutex_init(mutex, nil)
      #if canImport(Darwin)
        unsafe pthread_cond_init(condition, nil)
      #else
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
      #endif
    }

    deinit {
      unsafe pthread_cond_destroy(condition)
      unsafe pthread_mutex_destroy(mutex)
      unsafe condition.deallocate()
      unsafe mutex.deallocate()
    }

    /// Sleeps until ``wake()`` is called, or an instant of ``Platform/now`` has passed; returns
    /// immediately if it already was.
    ///
    /// - Returns: `false` if the deadline passed.
    @discardableResult
    package func sleep(until deadline: UInt64 = .max) -> Bool {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      while !isAwake { if !wait(until: deadline) { return false } }
      isAwake = false
      return true
    }

    /// - Returns: Whether the deadline hasn't passed.
    private func wait(until deadline: UInt64) -> Bool {
      if deadline == .max { return unsafe pthread_cond_wait(condition, mutex) == 0 }
      #if canImport(Darwin)
        let now = Platform.now
        if now >= deadline { return false }
        var time = timespec(
          tv_sec: Int((deadline - now) / 1_000_000_000),
          tv_nsec: Int((deadline - now) % 1_000_000_000)
        )
        return unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time) == 0
      #else
        var time = timespec(
          tv_sec: time_t(deadline / 1_000_000_000),
          tv_nsec: Int(deadline % 1_000_000_000)
        )
        return unsafe pthread_cond_timedwait(condition, mutex, &time) == 0
      #endif
    }

    /// Wakes the sleeping thread, or the next one that would sleep.
    package func wake() {
      unsafe pthread_mutex_lock(mutex)
      isAwake = true
      unsafe pthread_cond_signal(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
  }
#endif
