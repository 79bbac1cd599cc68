// The only file of this module that knows the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the store asks of the operating system.
@usableFromInline
package enum Platform {
  /// The calling thread, as a number that is never 0 and whose lowest bit is always 0.
  ///
  /// Neither inlined nor looked into: glibc declares `pthread_self` constant, so an optimizer that
  /// knows of it keeps the answer across a suspension, and names the thread from before it.
  @usableFromInline
  @inline(never)
  @_optimize(none)
  static func currentThread() -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: unsafe pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Sleeps for some microseconds; systems add up to 50 of their own.
  static func nap(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// Writes a line to standard error; the program's own output stays clean.
  package static func warn(_ message: String) {
    var line = message + "\n"
    line.withUTF8 { bytes in
      _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

/// Where threads sleep that wait long for an ``OwnedLock``.
@safe
final class ParkingLot: @unchecked Sendable {
  // `@unchecked`: both fields are made to be shared between threads, at an address that stays.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Sleeps as long as `mustSleep` says so; it is asked again after each wake-up.
  func park(while mustSleep: () -> Bool) {
    unsafe pthread_mutex_lock(mutex)
    while mustSleep() {
      unsafe pthread_cond_wait(condition, mutex)
    }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Wakes one sleeper, if there is one.
  func unparkOne() {
    // With the mutex: a thread that has just been told to sleep is then truly asleep.
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}
