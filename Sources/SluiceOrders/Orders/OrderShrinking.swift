extension OrderSession {
  /// Returns an order that fails in the same place and differs in the fewest choices from the usual one.
  ///
  /// - Parameters:
  ///   - trial: A trial that failed.
  ///   - limit: The number of further trials.
  func shrink(_ trial: OrderTrial, limit: Int) async -> OrderTrial {
    guard case .ended = trial.end else { return trial }
    let position = trial.failure?.position
    var best = trial
    var left = limit
    func fails(_ order: Order) async -> Bool {
      guard left > 0, !Task.isCancelled else { return false }
      left -= 1
      let next = await run(.following(order))
      guard case .ended = next.end, let failure = next.failure, failure.position == position else {
        return false
      }
      if next.order.isSimpler(than: best.order) { best = next }
      return true
    }
    let order = trial.order
    _ = await leavingOut(order.deviations) { await fails(order.keeping($0)) }
    for place in best.order.deviations.reversed() where place < best.order.choices.count {
      for choice in 1..<max(1, best.order.choices[place]) {
        if await fails(best.order.replacing(place, by: choice)) { break }
      }
    }
    return best
  }
}
