import Foundation

/// The clock of a row.
enum Stopwatch {
  /// The processor time of this thread, which excludes other programs.
  case processor
  /// The processor time of all threads of this process.
  case process
  /// The elapsed time, for rows that wait for tasks or other threads.
  case wall

  /// The time since an arbitrary moment.
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
