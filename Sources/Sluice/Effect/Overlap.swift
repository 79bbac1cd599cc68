/// What happens when an action arrives while the effect still works on earlier ones.
///
/// | here | NgRx, RxJS | an action that arrives while a run is alive |
/// |---|---|---|
/// | ``concurrent`` | `mergeMap` | starts a run beside the others |
/// | ``latest`` | `switchMap` | cancels the earlier run, and starts its own |
/// | ``first`` | `exhaustMap` | is passed over |
/// | ``serial`` | `concatMap` | waits until the earlier runs have ended |
///
/// Set it with ``ActionEffect/overlap(_:)``, or for each key with ``ActionEffect/overlap(_:by:)``.
public struct Overlap: Sendable, Hashable {
  /// What becomes of an action for which there is no room.
  enum WhenFull: Sendable, Hashable {
    case wait
    case replace
    case pass
  }

  let limit: Int
  let whenFull: WhenFull

  /// Every action starts its run at once; runs may end in another order.
  public static var concurrent: Overlap { Overlap(limit: .max, whenFull: .wait) }

  /// So many runs at once; further actions wait, in order.
  public static func concurrent(atMost limit: Int) -> Overlap {
    precondition(limit > 0, "An effect with room for \(limit) runs would never run. Allow one.")
    return Overlap(limit: limit, whenFull: .wait)
  }

  /// A new action cancels the run of the one before.
  public static var latest: Overlap { Overlap(limit: 1, whenFull: .replace) }

  /// Actions are passed over until the run has ended.
  public static var first: Overlap { Overlap(limit: 1, whenFull: .pass) }

  /// One run after another, in the order of the actions.
  public static var serial: Overlap { Overlap(limit: 1, whenFull: .wait) }
}

/// Decides which arrivals start runs, by what else is running: a pure state machine.
///
/// Each arrival has a number; a run has the number of its arrival.
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
  mutating func cancel(where matches: (Int) -> Bool) -> [Step] {
    let steps: [Step] =
      running.filter(matches).map { .cancel($0) } + waiting.filter(matches).map { .drop($0) }
    if steps.isEmpty { return [] }
    running.removeAll(where: matches)
    waiting.removeAll(where: matches)
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
