/// The tasks that others have overtaken.
///
/// Such a task waits while others are ready, so that one choice is enough for an answer that comes late; but
/// not for ever, as another may wait for it by yielding.
struct Delays {
  /// The steps that a task waits at most.
  private static let limit = 100

  private struct Delay {
    /// The number of delays before.
    let rank: Int
    let end: Int
  }

  private var delays: [Int: Delay] = [:]
  private var count = 0

  /// Returns the indices of tasks in the usual order: those that were overtaken come last.
  mutating func ranked(_ tasks: [Int], at step: Int) -> [Int] {
    if delays.isEmpty { return Array(tasks.indices) }
    delays = delays.filter { $0.value.end > step }
    return tasks.indices.sorted { one, other in
      (rank(of: tasks[one]), one) < (rank(of: tasks[other]), other)
    }
  }

  /// Has tasks wait, in this order.
  mutating func delay(_ tasks: [Int], at step: Int) {
    for task in tasks {
      count += 1
      delays[task] = Delay(rank: count, end: step + Self.limit)
    }
  }

  private func rank(of task: Int) -> Int { delays[task]?.rank ?? 0 }
}
