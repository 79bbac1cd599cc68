package import SluiceTree

extension CalendarText {
  /// Returns the instant of a text such as `2024-05-01T12:00:00.250Z`; `nil` for any other text.
  package static func secondsSince1970(utc text: String) -> Double? {
    var rest = text.utf8[...]
    let isBeforeChrist = take("-", &rest)
    guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2),
      take("-", &rest), let day = number(&rest, 2), take("T", &rest),
      let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2),
      take(":", &rest), let second = number(&rest, 2)
    else { return nil }
    var fraction = 0.0
    if take(".", &rest) {
      let digits = rest.prefix { $0 != UInt8(ascii: "Z") }
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }), !digits.isEmpty,
        let value = Double("0." + String(Substring(digits)))
      else { return nil }
      fraction = value
      rest = rest.dropFirst(digits.count)
    }
    guard take("Z", &rest), rest.isEmpty, (1...12).contains(month), hour < 24, minute < 60,
      second < 60
    else { return nil }
    let signedYear = isBeforeChrist ? -year : year
    var days = daysSince1970(signedYear, month, day, isGregorian: true)
    if days < firstGregorianDay {
      days = daysSince1970(signedYear, month, day, isGregorian: false)
    }
    // The calendar's own formatting knows the months' lengths.
    guard civilDate(days).day == day, civilDate(days).month == month else { return nil }
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second) + fraction
  }

  /// Counts in years that begin in March, as ``civilDate`` does.
  private static func daysSince1970(
    _ year: Int64,
    _ month: Int64,
    _ day: Int64,
    isGregorian: Bool
  ) -> Int64 {
    let (yearsOfEra, daysOfEra): (Int64, Int64) = isGregorian ? (400, 146_097) : (4, 1461)
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedFloor(by: yearsOfEra)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysOfEra + dayOfEra - (isGregorian ? 719_468 : 719_470)
  }

  private static func take(_ character: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout Substring.UTF8View, _ width: Int) -> Int64? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(width)
    return Int64(Substring(digits))
  }
}
