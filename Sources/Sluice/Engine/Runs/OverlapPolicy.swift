/// Decides which arrivals start runs, by what else is running: a pure state machine.
///
/// Arrivals are told apart by a number each; a run has the number of its arrival.
struct OverlapPolicy: Sendable, Equatable {
  /// What is to be done, in order.
  enum Step: Equatable {
    /// The arrival's run starts.
    case start(Int)
    /// The run is to end; it is not heard of again.
    case cancel(Int)
    /// The arrival starts nothing.
    case drop(Int)
  }

  let overlap: Overlap
  /// In the order in which they started.
  private(set) var running: [Int] = []
  /// In the order in which they arrived.
  private(set) var waiting: ArraySlice<Int> = []

  init(_ overlap: Overlap) { self.overlap = overlap }

  var isIdle: Bool { running.isEmpty && waiting.isEmpty }

  /// An action has arrived.
  mutating func arrived(_ id: Int) -> [Step] {
    if running.count < overlap.limit {
      running.append(id)
      return [.start(id)]
    }
    switch overlap.whenFull {
    case .wait:
      waiting.append(id)
      return []
    case .replace:
      let oldest = running.removeFirst()
      running.append(id)
      return [.cancel(oldest), .start(id)]
    case .pass:
      return [.drop(id)]
    }
  }

  /// A run has come to its end by itself.
  mutating func ended(_ id: Int) -> [Step] {
    guard let index = running.firstIndex(of: id) else { return [] }
    running.remove(at: index)
    return fill()
  }

  /// Runs and arrivals are cancelled; what waits behind them moves up.
  mutating func cancel(where isMeant: (Int) -> Bool) -> [Step] {
    let steps: [Step] =
      running.filter(isMeant).map { .cancel($0) } + waiting.filter(isMeant).map { .drop($0) }
    if steps.isEmpty { return [] }
    running.removeAll(where: isMeant)
    waiting.removeAll(where: isMeant)
    return steps + fill()
  }

  private mutating func fill() -> [Step] {
    var steps: [Step] = []
    while running.count < overlap.limit, let next = waiting.popFirst() {
      running.append(next)
      steps.append(.start(next))
    }
    return steps
  }
}
