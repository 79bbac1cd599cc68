extension Store {
  /// Lets a selector answer with a value of a test's choice on this store, whatever the state;
  /// `nil` ends that.
  ///
  /// Selectors made from it see the value too. Running selections are told, in order with commits;
  /// there is no commit for it.
  package final func override<Value>(_ selector: Selector<State, Value>, with value: Value?) {
    selector.cell(in: core).setOverride(value)
    core.reselect()
  }
}

extension StoreCore {
  /// Asks every selection again, although there was no commit.
  fileprivate final func reselect() {
    let thread = enter("overrideSelector(_:value:)")
    // What is remembered for this state may be wrong now.
    advanceVersion()
    guard !isClosed, unsafe demands.contains(.selections) else { return leave() }
    enqueue(Reselection(box: anyBox, version: version), thread: thread)
  }
}
