import SluiceWire

/// How many commits a second there were, as steps over time.
struct CommitRate {
  /// From a time on it is so.
  struct Sample: Hashable {
    /// Microseconds since 1970.
    let time: Int64
    let rate: Double
  }

  /// The maximum number of intervals.
  private static let maximalIntervals: Int64 = 500

  /// Only where the rate changes.
  let samples: [Sample]

  init(_ history: History) {
    self.init(
      history.segments.lazy.flatMap(\.entries).filter { $0.kind != .gap }
        .map { ($0.time, $0.count) }
    )
  }

  /// - Parameter commits: The time of each, and how many it stands for.
  init(_ commits: some Sequence<(time: Int64, count: Int)>) {
    var counts: [(time: Int64, count: Int)] = Array(commits)
    counts.sort { $0.time < $1.time }
    guard let first = counts.first?.time, let last = counts.last?.time else {
      samples = []
      return
    }
    let width = Self.width(of: last - first)
    let seconds = Double(width) / 1_000_000
    var samples: [Sample] = []
    func add(_ interval: Int64, _ rate: Double) {
      guard samples.last?.rate != rate else { return }
      // What a program says may be anything; the end of the last interval may be beyond all times.
      let (offset, isFar) = interval.multipliedReportingOverflow(by: width)
      let (time, isBeyond) = first.addingReportingOverflow(offset)
      samples.append(Sample(time: isFar || isBeyond ? last : time, rate: rate))
    }
    var interval: Int64 = 0
    var sum = 0
    for (time, count) in counts {
      let next = (time - first) / width
      if next != interval {
        add(interval, Double(sum) / seconds)
        if next > interval + 1 { add(interval + 1, 0) }
        interval = next
        sum = 0
      }
      sum = WireNumber.sum(sum, count)
    }
    add(interval, Double(sum) / seconds)
    add(interval + 1, 0)
    self.samples = samples
  }

  /// A tenth of a second or a power of ten of it, so that there are not too many.
  private static func width(of span: Int64) -> Int64 {
    var width: Int64 = 100_000
    while span / width >= maximalIntervals { width *= 10 }
    return width
  }
}
