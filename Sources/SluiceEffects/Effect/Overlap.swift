import SluiceCore

/// The behavior when an action arrives while runs of earlier ones are alive.
///
/// | here | NgRx, RxJS | an action that arrives while a run is alive |
/// |---|---|---|
/// | ``concurrent`` | `mergeMap` | starts a run beside the others |
/// | ``latest`` | `switchMap` | cancels the earlier run, and starts its own |
/// | ``first`` | `exhaustMap` | is dropped |
/// | ``serial`` | `concatMap` | waits until the earlier runs have ended |
///
/// Set it with ``ActionEffect/overlap(_:)``, or per key with ``ActionEffect/overlap(_:by:)``.
public struct Overlap: Sendable, Hashable {
  /// The behavior for an action that arrives at the limit.
  enum WhenFull: Sendable, Hashable {
    case wait
    case replace
    case drop
  }

  let limit: Int
  let whenFull: WhenFull

  /// Every action starts its run immediately; runs may end in another order.
  public static var concurrent: Overlap { Overlap(limit: .max, whenFull: .wait) }

  /// Returns an overlap of at most `limit` runs at once; further actions wait, in order.
  public static func concurrent(atMost limit: Int) -> Overlap {
    precondition(
      limit > 0,
      "An effect that allows \(limit) runs would never run. Allow at least 1."
    )
    return Overlap(limit: limit, whenFull: .wait)
  }

  /// A new action cancels the previous one's run.
  public static var latest: Overlap { Overlap(limit: 1, whenFull: .replace) }

  /// Actions are dropped until the run has ended.
  public static var first: Overlap { Overlap(limit: 1, whenFull: .drop) }

  /// Runs follow one another, in the order of the actions.
  public static var serial: Overlap { Overlap(limit: 1, whenFull: .wait) }
}

/// A pure state machine that decides which arrivals start runs, given those that are alive.
///
/// Each arrival has a number; a run has the number of its arrival.
struct OverlapPolicy: Sendable, Equatable {
  typealias Step = LanePolicy.Step

  let overlap: Overlap
  /// The runs, in the order in which they started.
  private(set) var running: [Int] = []
  /// The waiting arrivals, in order.
  private(set) var waiting: ArraySlice<Int> = []

  init(_ overlap: Overlap) { self.overlap = overlap }

  var isIdle: Bool { running.isEmpty && waiting.isEmpty }

  /// Adds an arrival.
  mutating func arrived(_ id: Int) -> [Step] {
    if running.count < overlap.limit {
      assert(waiting.isEmpty, "What waited would have moved up.")
      running.append(id)
      return [.start(id)]
    }
    switch overlap.whenFull {
    case .wait:
      waiting.append(id)
      return []
    case .replace:
      let oldest = running.removeFirst()
      assert(running.count == overlap.limit - 1)
      running.append(id)
      return [.cancel(oldest), .start(id)]
    case .drop:
      return [.drop(id)]
    }
  }

  /// Removes a run that ended by itself.
  mutating func ended(_ id: Int) -> [Step] {
    guard let index = running.firstIndex(of: id) else { return [] }
    running.remove(at: index)
    return fill()
  }

  /// Cancels the runs and arrivals that match; waiting arrivals move up.
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
    assert(running.count <= overlap.limit)
    return steps
  }
}
