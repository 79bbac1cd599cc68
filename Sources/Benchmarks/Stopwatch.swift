import Foundation

/// By what a row is timed.
enum Stopwatch {
  /// The time that this thread had a processor: what other programs do meanwhile does not count.
  case processor
  /// The time that all threads of this process had a processor.
  case process
  /// The time on the wall, where a row waits for tasks or other threads.
  case wall

  /// The time since some moment.
  var now: Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private var clock: clockid_t {
    switch self {
    case .processor: CLOCK_THREAD_CPUTIME_ID
    case .process: CLOCK_PROCESS_CPUTIME_ID
    case .wall: CLOCK_MONOTONIC
    }
  }
}
