extension Store {
  /// Overrides a selector's value on this store and its projections, for tests; `nil` ends that.
  ///
  /// Selectors made from `selector` see the value too, whatever the state. Active selections are
  /// notified, in order with commits; no commit is made.
  /// - Parameter selector: A selector of this store's state, or of one of its projections' states.
  package final func override<Part, Value>(_ selector: Selector<Part, Value>, with value: Value?) {
    selector.override(with: value, in: engine.overrides)
    engine.reselect()
  }
}

extension Engine {
  /// Reevaluates every selection without a commit.
  fileprivate final func reselect() {
    let held = enter("overrideSelector(_:value:)")
    // Values memoized for this state may be wrong now.
    advanceVersion()
    if !isClosed, demands.contains(.selections) {
      enqueue(Reselection(box: anyBox, version: version), held)
    }
    leaveAndDeliver(held)
  }
}
