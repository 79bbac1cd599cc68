import Foundation
import Synchronization

/// Threads that dispatch without pause, and optionally one that dispatches once a millisecond.
struct Hammering: Sendable {
  let hammers: Int
  let isPaced: Bool
  let time: Duration

  /// The results of the threads.
  struct Report: Sendable {
    /// The duration of each dispatch of the paced thread.
    var paced: [Duration] = []
    /// The number of actions that the other threads dispatched.
    var hammered = 0
    var time = Duration.zero
    /// The largest growth of the resident size since the start, in bytes; `nil` where unknown.
    var growth: Int?
    /// The reason why the threads were stopped early.
    var abandonment: Abandonment?
  }

  /// Dispatches, waits for the deliveries, and checks the results.
  ///
  /// Stops early if the resident size grows beyond `ResidentMemory.limit`.
  func run(_ contender: Contender) async throws -> Report {
    ResidentMemory.trim()
    // On a separate thread: blocking would take one from the pool that tasks need.
    let report = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: supervise(contender)) }
    }
    await contender.settle()
    try contender.check(report.paced.count + report.hammered)
    return report
  }

  /// Starts the threads, and reads the resident size until they end.
  private func supervise(_ contender: Contender) -> Report {
    let end = Flag()
    let total = Mutex(Report())
    let group = DispatchGroup()
    let before = ResidentMemory.bytes
    for _ in 0..<hammers {
      group.enter()
      Thread.detachNewThread {
        let count = hammer(contender, until: end)
        total.withLock { $0.hammered += count }
        group.leave()
      }
    }
    if isPaced {
      group.enter()
      Thread.detachNewThread {
        let durations = pace(contender, until: end)
        total.withLock { $0.paced = durations }
        group.leave()
      }
    }
    let begin = Stopwatch.wall.now
    var growth = before.map { _ in 0 }
    var abandonment: Abandonment?
    var elapsed = Duration.zero
    while elapsed < time, abandonment == nil {
      // Reading takes time, so it is rare while a thread is paced.
      let pause = min(time - elapsed, .milliseconds(isPaced ? 100 : 20))
      Thread.sleep(forTimeInterval: pause / .seconds(1))
      elapsed = Stopwatch.wall.now - begin
      if let before, let now = ResidentMemory.bytes {
        growth = max(growth ?? 0, now - before)
        if now - before > ResidentMemory.limit {
          abandonment = Abandonment(growth: now - before, after: elapsed)
        }
      }
    }
    end.isSet.store(true, ordering: .releasing)
    group.wait()
    var report = total.withLock { $0 }
    report.time = elapsed
    report.growth = growth
    report.abandonment = abandonment
    return report
  }

  /// - Returns: The number of dispatched actions.
  private func hammer(_ contender: Contender, until end: Flag) -> Int {
    let batch = 16
    var count = 0
    while !end.isSet.load(ordering: .relaxed) {
      contender.dispatch(batch)
      count += batch
    }
    return count
  }

  /// - Returns: The duration of each dispatch.
  private func pace(_ contender: Contender, until end: Flag) -> [Duration] {
    let period = Duration.milliseconds(1)
    var durations: [Duration] = []
    durations.reserveCapacity(Int(time / period))
    var due = Stopwatch.wall.now
    while !end.isSet.load(ordering: .relaxed) {
      due += period
      let early = due - Stopwatch.wall.now
      if early > .zero {
        Thread.sleep(forTimeInterval: early / .seconds(1))
      } else {
        // Missed instants are skipped.
        due -= early
      }
      let begin = Stopwatch.wall.now
      contender.dispatch(1)
      durations.append(Stopwatch.wall.now - begin)
    }
    return durations
  }
}
