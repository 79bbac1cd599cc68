#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns the processor time that a closure takes on the current thread: others may run meanwhile.
package func processorTime<Failure: Error>(
  of body: () throws(Failure) -> Void
) throws(Failure) -> Duration {
  func now() -> Duration {
    // A `timespec` in two words. Which module owns its members, and so has to be imported for them, depends
    // on what the compiler reads before this file.
    var time = (seconds: 0, nanoseconds: 0)
    unsafe withUnsafeMutablePointer(to: &time) { words in
      unsafe words.withMemoryRebound(to: timespec.self, capacity: 1) { time in
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, time)
      }
    }
    return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
  }
  let start = now()
  try body()
  return now() - start
}
