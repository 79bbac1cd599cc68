/// Formats instants without Foundation: `2024-05-01T12:00:00Z`, in the calendar that Foundation uses: the
/// Gregorian from October 15, 1582 on, the Julian before.
package enum CalendarText {
  /// Shows milliseconds if there are any; writes an instant beyond any calendar as its seconds.
  package static func utc(secondsSince1970 seconds: Double) -> String {
    // From the year -9999 to 9999; beyond it a date is a mistake and better shown as its number.
    guard seconds.magnitude < 253_402_300_800 else { return "<\(seconds) s since 1970>" }
    // `rounded` would need the mathematics library, which nothing else here links.
    let towardZero = Int64(seconds * 1000)
    let milliseconds = Double(towardZero) > seconds * 1000 ? towardZero - 1 : towardZero
    let (day, inDay) = milliseconds.dividedFloor(by: 86_400_000)
    let date = civilDate(day)
    let (second, fraction) = inDay.dividedFloor(by: 1000)
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    let year = date.year < 0 ? "-" + padded(-date.year, 4) : padded(date.year, 4)
    let day2 = "\(year)-\(padded(date.month, 2))-\(padded(date.day, 2))"
    let tail = fraction == 0 ? "" : "." + padded(fraction, 3)
    return "\(day2)T\(time.joined(separator: ":"))\(tail)Z"
  }

  /// The first day of the Gregorian calendar.
  package static let firstGregorianDay: Int64 = -141_427

  /// Counts in years that begin in March, so that the leap day is the last of its year.
  package static func civilDate(_ daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let isGregorian = daysSince1970 >= firstGregorianDay
    let (yearsOfEra, daysOfEra): (Int64, Int64) = isGregorian ? (400, 146_097) : (4, 1461)
    let (era, dayOfEra) = (daysSince1970 + (isGregorian ? 719_468 : 719_470))
      .dividedFloor(by: daysOfEra)
    // In an era of four years the centuries count for nothing.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * yearsOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  package func dividedFloor(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
