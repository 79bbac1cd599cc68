/// Does something `count` times.
typealias Operation = (_ count: Int) async -> Void

/// The number of samples of each row, and the minimum duration of one.
struct Effort: Sendable {
  let samples: Int
  let sampleTime: Duration
  /// The number of rounds of each setup of a contention, and the duration of one.
  let rounds: Int
  let roundTime: Duration
  /// The time that threads dispatch while their memory is measured.
  let hammeringTime: Duration
  /// The time that a row may take that doesn't say otherwise; see ``Row/lasting(_:)``.
  let rowTime: Duration

  static let full = Effort(
    samples: 11,
    sampleTime: .milliseconds(50),
    rounds: 3,
    roundTime: .seconds(1),
    hammeringTime: .seconds(30),
    rowTime: .seconds(40)
  )
  static let quick = Effort(
    samples: 5,
    sampleTime: .milliseconds(10),
    rounds: 2,
    roundTime: .milliseconds(500),
    hammeringTime: .seconds(5),
    rowTime: .seconds(6)
  )
}

/// The nanoseconds of one operation, for each sample.
struct Samples {
  private(set) var nanoseconds: [Double] = []

  mutating func append(_ time: Duration, operations: Int) {
    nanoseconds.append(time / .nanoseconds(1) / Double(operations))
  }

  var minimum: Double { nanoseconds.min() ?? .nan }

  var median: Double {
    let sorted = nanoseconds.sorted()
    let middle = sorted.count / 2
    guard !sorted.isEmpty else { return .nan }
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2
      : sorted[middle]
  }
}

/// An operation being sampled.
struct Sampler {
  private let operation: Operation
  private let stopwatch: Stopwatch
  private let sampleTime: Duration
  /// The number of operations in a sample.
  private var count = 1
  /// The total number of operations, including those for warming up.
  private(set) var total = 0
  private(set) var samples = Samples()

  init(_ operation: @escaping Operation, by stopwatch: Stopwatch, lasting sampleTime: Duration) {
    self.operation = operation
    self.stopwatch = stopwatch
    self.sampleTime = sampleTime
  }

  /// Determines how many operations last long enough, which also warms caches and branch
  /// predictors.
  mutating func warmUp() async {
    while true {
      let time = await run()
      if time >= sampleTime {
        adjust(to: time)
        return
      }
      // A short run is a bad estimate: grow step by step.
      let missing = sampleTime / max(time, .nanoseconds(1))
      count = max(count + 1, Int(Double(count) * min(missing * 1.1, 10)))
    }
  }

  mutating func sample() async {
    let time = await run()
    samples.append(time, operations: count)
    if time < sampleTime { adjust(to: time) }
  }

  /// A sixth more than necessary, because the machine may become faster.
  private mutating func adjust(to time: Duration) {
    count = max(1, Int((Double(count) * (sampleTime / time) * 1.15).rounded(.up)))
  }

  private mutating func run() async -> Duration {
    let begin = stopwatch.now
    await operation(count)
    total += count
    return stopwatch.now - begin
  }
}
