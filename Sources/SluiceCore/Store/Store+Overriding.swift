extension Store {
  /// Lets a test override selectors, from the first one that is asked.
  package final func allowOverrides() { core.allowOverrides() }

  /// Overrides a selector's value on this store and its projections, for tests; `nil` ends that.
  ///
  /// Selectors made from `selector` see the value too, whatever the state. Active selections are
  /// notified, in order with commits; no commit is made.
  /// - Parameter selector: A selector of this store's state, or of one of its projections' states.
  package final func override<Part, Value>(
    _ selector: Selector<Part, Value>,
    with override: SelectorOverride?
  ) {
    core.overrides?.set(override, of: SelectorKey(selector))
    core.reselect()
  }

  /// Where the selectors that were read come from, if this store allows overrides.
  package final var selectorsRead: Set<String> { core.overrides?.sources ?? [] }
}

extension Core {
  /// Reevaluates every selection without a commit.
  fileprivate final func reselect() {
    let held = enter("override(_:value:)")
    // Values memoized for this state may be wrong now.
    advanceVersion()
    if !isClosed, demands.contains(.selections) {
      enqueue(.reselection(box, version: version), held)
    }
    leaveAndDeliver(held)
  }
}
