import Synchronization

/// The selectors that a test overrides, in a store and in all of its projections.
final class SelectorOverrides: Sendable {
  private struct State {
    /// The selectors, retained so that no other gets their identities, and their values.
    var values: [ObjectIdentifier: (selector: any AnyObject & Sendable, value: any Sendable)] = [:]
    var homes: Set<Int>
  }

  private let state: Locked<State>
  private let changes = Atomic<Int>(0)

  init(_ home: SelectorHome) { state = Locked(State(homes: [home.id])) }

  /// The number of changes; what was memoized before one may be invalid after it.
  var changeCount: Int { changes.load(ordering: .acquiring) }

  func add(_ home: SelectorHome) {
    state.withLock { _ = $0.homes.insert(home.id) }
  }

  func remove(_ home: SelectorHome) {
    state.withLock { _ = $0.homes.remove(home.id) }
  }

  func hasHome(_ id: Int) -> Bool { state.withLock { $0.homes.contains(id) } }

  func value(of selector: any AnyObject & Sendable) -> (any Sendable)? {
    state.withLock { $0.values[ObjectIdentifier(selector)]?.value }
  }

  func set(_ value: (any Sendable)?, of selector: any AnyObject & Sendable) {
    let old = state.withLock { state in
      let id = ObjectIdentifier(selector)
      defer { state.values[id] = value.map { (selector, $0) } }
      return state.values[id]
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  /// Records a change of the selectors' cells.
  func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }
}

extension Selector {
  /// Overrides a selector's value in all homes that share these overrides; `nil` ends the override.
  func override(with value: Value?, in overrides: SelectorOverrides) {
    // The table first: a cell created meanwhile finds the value there.
    overrides.set(value, of: self)
    for cell in cells where overrides.hasHome(cell.homeID) { cell.setOverride(value) }
    // Last: from now on, nothing is computed from the cells' previous values.
    overrides.noteChange()
  }

  /// Applies an override to a new cell.
  func applyOverride(to cell: SelectorCell<State, Value>, in home: SelectorHome) {
    // Unwrapped first: `nil` can also be cast to an optional value.
    guard let known = home.knownOverrides?.value(of: self), let value = known as? Value else {
      return
    }
    cell.setOverride(value)
  }
}
