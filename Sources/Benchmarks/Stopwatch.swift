import Foundation

/// By what a row is timed.
enum Stopwatch {
  /// The time that this thread had a processor: what other programs do meanwhile does not count.
  case processor
  /// The time on the wall, where a row waits for tasks or other threads.
  case wall

  /// The time since some moment.
  var now: Duration {
    var time = timespec()
    unsafe clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
