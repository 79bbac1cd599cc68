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
    func isBetter(_ order: Order) async -> Bool {
      guard left > 0, !Task.isCancelled, order.isSimpler(than: best.order) else { return false }
      left -= 1
      let next = await run(.following(order))
      guard case .ended = next.end, let failure = next.failure, failure.position == position,
        next.order.isSimpler(than: best.order)
      else { return false }
      best = next
      return true
    }
    // Delta debugging: leaves out half of the deviations, then a quarter, then single ones.
    var size = max(1, best.order.deviations.count / 2)
    while true {
      var first = 0
      while first < best.order.deviations.count {
        let places = best.order.deviations.dropFirst(first).prefix(size)
        if await !isBetter(best.order.replacing(places, by: 0)) { first += size }
      }
      if size == 1 { break }
      size /= 2
    }
    for place in best.order.deviations.reversed() where place < best.order.choices.count {
      for choice in 1..<max(1, best.order.choices[place]) {
        if await isBetter(best.order.replacing([place], by: choice)) { break }
      }
    }
    return best
  }
}
