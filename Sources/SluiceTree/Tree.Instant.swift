extension Tree {
  /// An instant, which keeps each bit of a date of Foundation's.
  ///
  /// Such a date counts from 2001, and half of all dates have no `Double` that is as many seconds after 1970:
  /// what that sum loses is the remainder.
  package struct Instant: Hashable, Sendable {
    /// The time since the beginning of 1970, UTC.
    package let secondsSince1970: Double
    /// What is missing in `secondsSince1970`, in seconds; 0 for most.
    package let remainder: Double

    /// The time from 1970 to 2001.
    private static let secondsTo2001 = 978_307_200.0

    /// - Parameter remainder: Counts as 0 if it is `-0.0` or no number.
    package init(secondsSince1970: Double, remainder: Double = 0) {
      self.secondsSince1970 = secondsSince1970
      self.remainder = remainder.isFinite && remainder != 0 ? remainder : 0
    }

    package init(secondsSince2001 seconds: Double) {
      let sum = seconds + Self.secondsTo2001
      self.init(secondsSince1970: sum, remainder: seconds - (sum - Self.secondsTo2001))
    }

    package var secondsSince2001: Double { (secondsSince1970 - Self.secondsTo2001) + remainder }
  }
}
