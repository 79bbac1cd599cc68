import SluiceTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Times of day and dates in the system's time zone: `14:03:27.125` and `2026-11-22`.
///
/// Asks the system about the time zone once for each minute, because many lines share one.
struct LocalTime {
  private var minute = Int64.min
  private var prefix = ""
  private var date = ""

  /// Returns the time of day.
  ///
  /// - Parameter microseconds: Since the beginning of 1970, UTC.
  mutating func text(microsecondsSince1970 microseconds: Int64) -> String {
    let inMinute = ask(microseconds)
    return prefix + Self.padded(inMinute / 1000, 2) + "." + Self.padded(inMinute % 1000, 3)
  }

  /// Returns the date.
  ///
  /// - Parameter microseconds: Since the beginning of 1970, UTC.
  mutating func date(microsecondsSince1970 microseconds: Int64) -> String {
    _ = ask(microseconds)
    return date
  }

  /// Returns the milliseconds since the minute began, of which the rest is known then.
  private mutating func ask(_ microseconds: Int64) -> Int64 {
    let milliseconds = microseconds.dividedFloor(by: 1000).quotient
    let (minute, inMinute) = milliseconds.dividedFloor(by: 60_000)
    if minute != self.minute {
      self.minute = minute
      (date, prefix) = Self.dateAndMinute(secondsSince1970: minute * 60)
    }
    return inMinute
  }

  private static func dateAndMinute(secondsSince1970 seconds: Int64) -> (String, String) {
    var seconds = time_t(clamping: seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return ("----------", "--:--:") }
    let date = unsafe [
      padded(Int64(parts.tm_year) + 1900, 4), padded(Int64(parts.tm_mon) + 1, 2),
      padded(Int64(parts.tm_mday), 2),
    ]
    let minute = unsafe padded(Int64(parts.tm_hour), 2) + ":" + padded(Int64(parts.tm_min), 2) + ":"
    return (date.joined(separator: "-"), minute)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
