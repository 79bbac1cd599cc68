import SluiceLocks

/// How many actions led to one another up to a commit, and the last of them.
///
/// A chain without an end, such as that of two effects that answer each other, is detected by its
/// length and by its speed. Stores only the last steps before a length at which it may be reported:
/// enough to show the cycle, in constant space.
package struct CauseChain: Sendable {
  /// The length at which a loop is first reported; then at each tenfold.
  static let limit = 1_000
  /// The number of steps before a limit that are timed.
  ///
  /// A loop takes little time for them; a program that polls takes long.
  static let measured = 100
  /// The time that they take in a loop at most, in nanoseconds of real time.
  private static let maximumTime: UInt64 = 1_000_000_000
  /// The number of steps before a limit that are stored.
  private static let remembered = 32

  /// What is stored of a chain near a limit, newest first.
  private final class Memory: Sendable {
    /// `nil` for the first of the measured steps.
    let step: StoreDiagnostic.LoopStep?
    let instant: UInt64
    let previous: Memory?

    init(_ step: StoreDiagnostic.LoopStep?, at instant: UInt64 = 0, after previous: Memory? = nil) {
      (self.step, self.instant, self.previous) = (step, instant, previous)
    }
  }

  /// The number of actions; 0 for none.
  private(set) var depth = 0
  private var last: Memory?
  /// What counts all that is in the chain, if somebody asked for it.
  package var tracked: TrackedWork?

  /// A chain of one action.
  static var first: CauseChain {
    var chain = CauseChain()
    chain.depth = 1
    return chain
  }

  /// Returns the chain of an action whose cause is the last one of this chain.
  ///
  /// - Parameters:
  ///   - step: The action and its dispatcher; evaluated near a limit only.
  ///   - now: The current instant, in nanoseconds; evaluated once before each limit.
  func extended(
    by step: @autoclosure () -> StoreDiagnostic.LoopStep,
    at now: @autoclosure () -> UInt64 = Platform.now
  ) -> CauseChain {
    var next = CauseChain()
    next.depth = depth + 1
    assert(next.depth > 0)
    next.tracked = tracked
    if next.depth < Self.limit - Self.measured { return next }
    switch Self.limit(from: next.depth) - next.depth {
    case Self.measured: next.last = Memory(nil, at: now())
    case 0..<Self.remembered: next.last = Memory(step(), after: last)
    case ..<Self.measured: next.last = last
    default: break
    }
    return next
  }

  /// The first limit that isn't below a length.
  private static func limit(from depth: Int) -> Int {
    var limit = limit
    while limit < depth { limit *= 10 }
    return limit
  }

  /// Returns one round of the loop if the chain has just reached a limit, and its last steps were fast:
  /// the last steps, if they don't repeat.
  func loop(at now: @autoclosure () -> UInt64 = Platform.now) -> [StoreDiagnostic.LoopStep]? {
    guard depth >= Self.limit, depth == Self.limit(from: depth) else { return nil }
    var steps: [StoreDiagnostic.LoopStep] = []
    var memory = last
    while let current = memory, let step = current.step {
      steps.append(step)
      memory = current.previous
    }
    guard let begin = memory?.instant, now() &- begin < Self.maximumTime else { return nil }
    steps.reverse()
    let period =
      steps.period { $0.hasSameDispatcher(as: $1) } ?? steps.period { $0.action == $1.action }
    return Array(steps.prefix(period ?? steps.count))
  }
}

extension Array {
  /// The number of elements after which they repeat, if they do at least once.
  fileprivate func period(by areEqual: (Element, Element) -> Bool) -> Int? {
    guard count > 1 else { return nil }
    return (1...count / 2).first { period in
      (period..<count).allSatisfy { areEqual(self[$0], self[$0 - period]) }
    }
  }
}
