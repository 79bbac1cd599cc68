import SluiceWire

/// Counts commits over time, in bounded memory: twice the time has half the resolution.
struct RateHistory: Hashable, Sendable {
  /// The maximum number of buckets; beyond it, every two become one.
  static let maximalBuckets = 512
  /// Microseconds of a bucket at first: a sixteenth of a second.
  private static let finest: UInt64 = 62_500

  private var counts: [Int] = []
  private var width = RateHistory.finest
  private var start: Int64?

  /// Adds commits; those from before the first ones count as simultaneous with them.
  ///
  /// - Parameter time: Microseconds since 1970.
  mutating func add(_ count: Int, at time: Int64) {
    let start = start ?? time
    self.start = start
    // Times of a program can be any number.
    let distance = time > start ? UInt64(bitPattern: time &- start) : 0
    while distance / width >= Self.maximalBuckets { halve() }
    let bucket = Int(distance / width)
    assert(bucket < Self.maximalBuckets)
    if bucket >= counts.count {
      counts += Array(repeating: 0, count: bucket + 1 - counts.count)
    }
    counts[bucket] = WireNumber.sum(counts[bucket], count)
  }

  private mutating func halve() {
    counts = Self.joined(counts, 2)
    width *= 2
  }

  /// The commits a second from times on, in microseconds since 1970, wherever that changes.
  var samples: [(time: Int64, rate: Double)] {
    guard let start else { return [] }
    var samples: [(time: Int64, rate: Double)] = []
    for (place, count) in (counts + [0]).enumerated() {
      let rate = Double(count) / (Double(width) / 1_000_000)
      guard rate != samples.last?.rate else { continue }
      // The end of the last bucket may be beyond all times.
      let (offset, isFar) = UInt64(place).multipliedReportingOverflow(by: width)
      let time = start.addingSaturated(isFar ? .max : Int64(clamping: offset))
      samples.append((time, rate))
    }
    return samples
  }

  /// Returns the commits a second over time, in at most `columns` numbers; fewer than two while
  /// there is too little to compare.
  func rates(columns: Int) -> [NumericValue] {
    guard columns > 0 else { return [] }
    var size = 1
    while (counts.count + size - 1) / size > columns { size *= 2 }
    let seconds = Double(width) * Double(size) / 1_000_000
    return Self.joined(counts, size).map { Self.rounded(Double($0) / seconds) }
  }

  private static func joined(_ counts: [Int], _ size: Int) -> [Int] {
    stride(from: 0, to: counts.count, by: size).map { start in
      counts[start..<min(start + size, counts.count)].reduce(0, WireNumber.sum)
    }
  }

  /// A rate is a whole number from 10 on, and has one digit behind the point below.
  private static func rounded(_ rate: Double) -> NumericValue {
    let tenths = (rate * 10).rounded()
    guard rate < 10, !(tenths / 10).isInteger else { return .integer(Int128(rate.rounded())) }
    return .double(tenths / 10)
  }
}

extension Double {
  fileprivate var isInteger: Bool { self == rounded() }
}
