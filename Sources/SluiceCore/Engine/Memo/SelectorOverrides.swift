/// A selector by its key path of the state, or else by its identity.
package struct SelectorKey: Hashable, @unchecked Sendable {
  // `@unchecked`: key paths are made from ones that are `Sendable`.
  private enum Key: Hashable {
    case keyPath(AnyKeyPath)
    case selector(ObjectIdentifier)
  }

  private let key: Key

  package init<State, Value>(_ selector: Selector<State, Value>) {
    key =
      selector.identity.source.keyPath.map { .keyPath($0) }
      ?? .selector(ObjectIdentifier(selector))
  }

  package init(_ keyPath: AnyKeyPath) { key = .keyPath(keyPath) }
}

/// What a test makes selectors return, in a store and in all of its projections.
package protocol SelectorOverrides: AnyObject, Sendable {
  /// The number of changes; what was memoized before one may be invalid after it.
  var changeCount: Int { get }

  /// Called with each new cell, to override its value if its selector is overridden.
  ///
  /// - Parameter source: Where the selector comes from.
  func add(_ cell: AnySelectorCell, of key: SelectorKey, from source: String)

  /// Returns the value of an overridden key path.
  func value(at keyPath: AnyKeyPath) -> (any Sendable)?
}

extension Core {
  /// Reevaluates every selection without a commit, because overrides have changed.
  package final func reselect() {
    let held = enter("override(_:value:)")
    // Values memoized for this state may be wrong now.
    advanceVersion()
    if !isClosed, demands.contains(.selections) {
      let (state, version) = (HeldState(box), version)
      enqueue(
        .call(nil) { self.observers.notifySelections(of: unsafe state.box, version, $0, self) },
        held
      )
    }
    leaveAndDeliver(held)
  }
}
