/// A length of time for people, with at most three digits: `850 ns`, `12 µs`, `203 ms`, `1.25 s`.
enum DurationText {
  static func text(nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<999_500: "\(rounded(nanoseconds, to: 1_000)) µs"
    case ..<999_500_000: "\(rounded(nanoseconds, to: 1_000_000)) ms"
    default: seconds(hundredths: rounded(nanoseconds, to: 10_000_000))
    }
  }

  private static func rounded(_ nanoseconds: Int64, to unit: Int64) -> Int64 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit)
    return rest * 2 >= unit ? whole + 1 : whole
  }

  private static func seconds(hundredths: Int64) -> String {
    let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
    return part < 10 ? "\(whole).0\(part) s" : "\(whole).\(part) s"
  }
}
