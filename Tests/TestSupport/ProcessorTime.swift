#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns the processor time that a closure takes on the current thread: others may run meanwhile.
public func processorTime<Failure: Error>(
  of body: () throws(Failure) -> Void
) throws(Failure) -> Duration {
  func now() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try body()
  return now() - start
}
