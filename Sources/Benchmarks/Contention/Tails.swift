/// The distribution of the durations of dispatches, in microseconds.
struct Tails: Sendable {
  let median: Double
  let p99: Double
  let p999: Double
  let maximum: Double

  /// - Parameter durations: At least one.
  init(_ durations: [Duration]) {
    let sorted = durations.map { $0 / .microseconds(1) }.sorted()
    func percentile(_ part: Double) -> Double {
      let rank = (part * Double(sorted.count)).rounded(.up)
      return sorted.isEmpty ? .nan : sorted[max(Int(rank), 1) - 1]
    }
    median = percentile(0.5)
    p99 = percentile(0.99)
    p999 = percentile(0.999)
    maximum = percentile(1)
  }
}
