/// The times of lines, in one of the styles.
struct LogClock {
  private let style: LogOptions.TimeStyle
  private var local = LocalTime()
  private var first: Int64?
  private var last: Int64?
  private var date: String?

  /// - Parameter today: The date that need not be said, in microseconds since 1970; `nil` to say the
  ///   first one.
  init(_ style: LogOptions.TimeStyle, today: Int64?) {
    self.style = style
    date = today.map { local.date(microsecondsSince1970: $0) }
  }

  /// The columns of a time in front of a line.
  var width: Int {
    switch style {
    case .clock: 12
    case .relative: 10
    case .delta: 8
    }
  }

  /// Returns the date if it isn't that of the line before; only beside times of day.
  mutating func newDate(at time: Int64) -> String? {
    guard style == .clock else { return nil }
    let date = local.date(microsecondsSince1970: time)
    guard date != self.date else { return nil }
    self.date = date
    return date
  }

  /// Returns the time in front of a line, and counts from it.
  mutating func text(at time: Int64) -> String {
    switch style {
    case .clock: return local.text(microsecondsSince1970: time)
    case .relative: return "+\(Self.seconds(sinceFirst(time)))".paddedFront(to: width)
    case .delta: return Self.pause(sinceLast(time)).paddedFront(to: width)
    }
  }

  /// Returns the heading of a group of lines if a new one begins: with the second, or after a pause.
  mutating func heading(at time: Int64) -> String? {
    switch style {
    case .clock:
      let text = String(local.text(microsecondsSince1970: time).prefix(8))
      defer { last = time }
      return last.map { $0 / 1_000_000 == time / 1_000_000 } ?? false ? nil : text
    case .relative:
      let seconds = sinceFirst(time) / 1_000_000
      defer { last = time }
      let isSame = last.map { sinceFirst($0) / 1_000_000 == seconds } ?? false
      return isSame ? nil : "+\(seconds) s"
    case .delta:
      let pause = sinceLast(time)
      return pause >= 100_000 ? Self.pause(pause) : nil
    }
  }

  private mutating func sinceFirst(_ time: Int64) -> Int64 {
    let first = first ?? time
    self.first = first
    return Self.difference(first, time)
  }

  private mutating func sinceLast(_ time: Int64) -> Int64 {
    defer { last = time }
    return last.map { Self.difference($0, time) } ?? 0
  }

  /// Returns the time from one event to a later one, no less than none: programs have clocks of their
  /// own.
  static func difference(_ earlier: Int64, _ later: Int64) -> Int64 {
    let (difference, overflow) = later.subtractingReportingOverflow(earlier)
    return overflow ? .max : max(difference, 0)
  }

  /// Seconds, with thousandths.
  private static func seconds(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(rest / 1_000)
    return "\(seconds)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  /// The time since another event: `+12 ms`.
  static func pause(_ microseconds: Int64) -> String { "+" + length(microseconds) }

  static func length(_ microseconds: Int64) -> String {
    let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1_000)
    return DurationText.text(nanoseconds: overflow ? .max : nanoseconds)
  }
}
