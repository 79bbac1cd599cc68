/// Counts durations, to within 4 % of each, in less than 8 KB.
///
/// Has sixteen buckets for each doubling, so that it is as exact for hours as for nanoseconds.
struct DurationHistogram: Hashable, Sendable {
  private static let bits = 4
  private static let perDoubling = 1 << bits

  /// Up to the longest duration so far.
  private var counts: [Int] = []
  private(set) var count = 0

  /// Adds a duration; a negative one counts as zero.
  mutating func add(_ nanoseconds: Int64) {
    let bucket = Self.bucket(of: UInt64(max(nanoseconds, 0)))
    assert(bucket >= 0 && bucket < 1_000)
    if bucket >= counts.count {
      counts += Array(repeating: 0, count: bucket + 1 - counts.count)
    }
    counts[bucket] += 1
    count += 1
  }

  /// Returns the duration in nanoseconds that a part of all doesn't exceed; `nil` if there are none.
  ///
  /// - Parameter part: From 0 to 1; 0.5 for the median.
  func quantile(_ part: Double) -> Int64? {
    guard count > 0 else { return nil }
    var rest = max(1, Int((part * Double(count)).rounded(.up)))
    for (bucket, count) in counts.enumerated() {
      rest -= count
      if rest <= 0 { return Self.middle(of: bucket) }
    }
    return nil
  }

  private static func bucket(of value: UInt64) -> Int {
    guard value >= perDoubling else { return Int(value) }
    let shift = UInt64.bitWidth - 1 - value.leadingZeroBitCount - bits
    return (shift + 1) * perDoubling + Int(value >> UInt64(shift)) - perDoubling
  }

  private static func middle(of bucket: Int) -> Int64 {
    guard bucket >= perDoubling else { return Int64(bucket) }
    let shift = bucket / perDoubling - 1
    let least = Int64(bucket % perDoubling + perDoubling) << Int64(shift)
    return least + (Int64(1) << Int64(shift)) / 2
  }
}
