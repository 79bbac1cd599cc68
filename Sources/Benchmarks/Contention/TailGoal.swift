/// The maximum time of a dispatch beside threads that dispatch without pause.
enum TailGoal: CustomStringConvertible {
  /// p99, p99.9 and the maximum are at most `times` those of a `pthread_mutex_t`.
  case tails(times: Double)
  /// p99 and p99.9 are at most `times` those of a `pthread_mutex_t`, or `microseconds`.
  case percentiles(times: Double, orMicroseconds: Double)
  /// The largest p99 and the largest maximum, in milliseconds.
  case milliseconds(p99: Double, maximum: Double)

  /// Whether the goal is relative to a `pthread_mutex_t`.
  var isRelative: Bool {
    switch self {
    case .tails, .percentiles: true
    case .milliseconds: false
    }
  }

  var description: String {
    switch self {
    case .tails(let times):
      "p99 p99.9 max ≤ \(Figure.plain(times)) × pthread"
    case .percentiles(let times, let microseconds):
      "p99 p99.9 ≤ \(Figure.plain(times)) × or \(Figure.plain(microseconds)) µs"
    case .milliseconds(let p99, let maximum):
      "p99 ≤ \(Figure.plain(p99)) ms, max ≤ \(Figure.plain(maximum)) ms"
    }
  }

  /// - Returns: `nil` if the goal is relative and `base` is `nil`.
  func holds(_ tails: Tails, beside base: Tails?) -> Bool? {
    switch self {
    case .tails(let times):
      base.map { base in
        tails.p99 <= times * base.p99 && tails.p999 <= times * base.p999
          && tails.maximum <= times * base.maximum
      }
    case .percentiles(let times, let microseconds):
      base.map { base in
        tails.p99 <= max(times * base.p99, microseconds)
          && tails.p999 <= max(times * base.p999, microseconds)
      }
    case .milliseconds(let p99, let maximum):
      tails.p99 <= p99 * 1_000 && tails.maximum <= maximum * 1_000
    }
  }
}
