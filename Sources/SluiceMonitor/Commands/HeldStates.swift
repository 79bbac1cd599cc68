import Sluice

/// The last states of a store, by the number of the commit that made them.
struct HeldStates {
  private var states = Deque<(number: Int, state: HeldState)>()
  private var byNumber: [Int: HeldState] = [:]
  private let limit: Int

  /// - Parameter limit: The maximum number of held states; 0 for none.
  init(limit: Int) {
    self.limit = limit
  }

  /// From the oldest to the newest; some in between may be missing.
  var range: ClosedRange<Int>? {
    guard let first = byNumber.keys.min(), let last = byNumber.keys.max() else { return nil }
    return first...last
  }

  mutating func add(_ state: HeldState, number: Int) {
    guard limit > 0 else { return }
    if byNumber.updateValue(state, forKey: number) == nil { states.append((number, state)) }
    while byNumber.count > limit, let oldest = states.popFirst() {
      byNumber[oldest.number] = nil
    }
    assert(byNumber.count == states.count && byNumber.count <= limit)
  }

  /// Returns the state after a commit, if it is still held.
  subscript(number: Int) -> HeldState? { byNumber[number] }

  mutating func removeAll() {
    self = HeldStates(limit: limit)
  }
}
