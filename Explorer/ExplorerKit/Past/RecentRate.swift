import SluiceWire

/// Counts commits by second, for the last minute.
struct RecentRate: Hashable, Sendable {
  static let seconds = 60

  /// By the second, modulo their number.
  private var counts = [Int](repeating: 0, count: RecentRate.seconds)
  /// The second of the last commit; `nil` before the first one.
  private var last: Int64?

  /// Adds commits; of ones more than a minute old there is nothing to count.
  ///
  /// - Parameter time: Microseconds since 1970.
  mutating func add(_ count: Int, at time: Int64) {
    let second = time / 1_000_000
    advance(to: second)
    guard let last, last - second < Int64(Self.seconds) else { return }
    let place = Self.place(of: second)
    counts[place] = WireNumber.sum(counts[place], count)
  }

  /// Returns the commits of each of the sixty seconds that end with a time.
  ///
  /// - Parameter now: Microseconds since 1970.
  func counts(until now: Int64) -> [Int] {
    var copy = self
    let second = now / 1_000_000
    copy.advance(to: second)
    return (0..<Int64(Self.seconds)).map { place in
      let wanted = second - Int64(Self.seconds) + 1 + place
      // A program's clock may be ahead.
      guard let last = copy.last, last - wanted < Int64(Self.seconds) else { return 0 }
      return copy.counts[Self.place(of: wanted)]
    }
  }

  /// Forgets what is more than a minute old.
  private mutating func advance(to second: Int64) {
    guard let last, second > last else {
      last = last ?? second
      return
    }
    for passed in 1...min(second - last, Int64(Self.seconds)) {
      counts[Self.place(of: last + passed)] = 0
    }
    self.last = second
  }

  private static func place(of second: Int64) -> Int {
    let rest = Int(second % Int64(seconds))
    assert(abs(rest) < seconds)
    return rest < 0 ? rest + seconds : rest
  }
}
