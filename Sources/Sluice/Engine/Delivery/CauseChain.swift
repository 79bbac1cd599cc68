/// The number of actions that led to one another up to this one, and the last of them.
///
/// A chain without an end, such as that of two effects that answer each other, is detected by its
/// length. Stores only the last steps before the limit: enough to show the cycle, in constant
/// space.
struct CauseChain: Sendable {
  static let limit = 10_000
  private static let remembered = 32

  final class Step: Sendable {
    let actionType: any Action.Type
    let previous: Step?

    init(_ actionType: any Action.Type, previous: Step?) {
      self.actionType = actionType
      self.previous = previous
    }
  }

  private(set) var depth = 1
  private var last: Step?
  /// What counts all that is in the chain, if somebody asked for it.
  var tracked: TrackedWork?

  /// The chain that an action without a cause extends.
  static var none: CauseChain {
    var chain = CauseChain()
    chain.depth = 0
    return chain
  }

  /// Whether it consists of one action, which nobody tracks.
  var isTrivial: Bool { depth == 1 && tracked == nil }

  /// Returns the chain of an action whose cause is the last one of this chain.
  func extended(by action: any Action) -> CauseChain {
    var next = CauseChain()
    next.depth = depth + 1
    assert(next.depth > 0)
    next.tracked = tracked
    if next.depth > Self.limit - Self.remembered, next.depth <= Self.limit {
      next.last = Step(type(of: action), previous: last)
    }
    return next
  }

  /// The types of the actions that lead to one another, if the chain has just reached the limit:
  /// one round of the cycle if it repeats, otherwise the last steps.
  var loop: [any Action.Type]? {
    guard depth == Self.limit else { return nil }
    var types: [any Action.Type] = []
    var step = last
    while let current = step {
      types.append(current.actionType)
      step = current.previous
    }
    assert(types.count == Self.remembered)
    types.reverse()
    let ids = types.map { ObjectIdentifier($0) }
    let period =
      (1...max(1, ids.count / 2)).first { period in
        ids.indices.dropFirst(period).allSatisfy { ids[$0] == ids[$0 - period] }
      } ?? ids.count
    return Array(types.prefix(period))
  }
}
