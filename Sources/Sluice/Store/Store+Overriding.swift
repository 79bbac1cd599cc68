extension Store {
  /// Lets a selector answer with a value of a test's choice on this store and its projections,
  /// whatever the state; `nil` ends that.
  ///
  /// Selectors made from it see the value too. Running selections are told, in order with commits;
  /// there is no commit for it.
  /// - Parameter selector: Of this store's state, or of the state of one of its projections.
  package final func override<Part, Value>(_ selector: Selector<Part, Value>, with value: Value?) {
    selector.override(with: value, in: engine.overrides)
    engine.reselect()
  }
}

extension Engine {
  /// Asks every selection again, although there was no commit.
  fileprivate final func reselect() {
    let held = enter("overrideSelector(_:value:)")
    // What is remembered for this state may be wrong now.
    advanceVersion()
    if !isClosed, demands.contains(.selections) {
      enqueue(Reselection(box: anyBox, version: version), held)
    }
    leaveAndDeliver(held)
  }
}
