import SluiceLocks

/// A selector by its key path of the state, or else by its identity.
package struct SelectorKey: Hashable, @unchecked Sendable {
  // `@unchecked`: key paths are made from ones that are `Sendable`.
  private enum Key: Hashable {
    case keyPath(AnyKeyPath)
    case selector(ObjectIdentifier)
  }

  private let key: Key

  init(_ source: SelectorSource, of selector: AnyObject) {
    key = source.keyPath.map { .keyPath($0) } ?? .selector(ObjectIdentifier(selector))
  }

  init(_ keyPath: AnyKeyPath) { key = .keyPath(keyPath) }
}

/// What a test makes a selector return, as long as it retains the selector.
@usableFromInline
package final class SelectorOverride: Sendable {
  package let key: SelectorKey
  /// Where the selector comes from.
  package let source: String
  let value: any Sendable
  private let isRead = Atomic<Bool>(false)

  init(_ value: any Sendable, of key: SelectorKey, from source: String) {
    self.key = key
    self.source = source
    self.value = value
  }

  /// Whether anything has asked for the value.
  package var wasRead: Bool { isRead.load(ordering: .acquiring) }

  func noteRead() { isRead.store(true, ordering: .releasing) }
}

/// The selectors that a test overrides, in a store and in all of its projections.
final class SelectorOverrides: Sendable {
  private struct Cell {
    let key: SelectorKey
    weak let cell: AnySelectorCell?
  }

  private struct State {
    var overrides: [SelectorKey: SelectorOverride] = [:]
    /// The cells of all homes that share these overrides.
    var cells: [Cell] = []
    var limit = 64
    /// Where the selectors that were read come from.
    var sources: Set<String> = []
  }

  private let state = Locked(State())
  private let changes = Atomic<Int>(0)

  /// The number of changes; what was memoized before one may be invalid after it.
  var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Where the selectors that were read come from, in no order.
  var sources: Set<String> { state.withLock { $0.sources } }

  /// Adds a new cell, and overrides its value if its selector is overridden.
  func add(_ cell: AnySelectorCell, of key: SelectorKey, from source: String) {
    let others = state.withLock { state in
      var others: [AnySelectorCell] = []
      if state.cells.count >= state.limit {
        state.cells.removeAll { cell in
          guard let cell = cell.cell else { return true }
          others.append(cell)
          return false
        }
        state.limit = max(64, state.cells.count * 2)
      }
      state.cells.append(Cell(key: key, cell: cell))
      state.sources.insert(source)
      if let override = state.overrides[key] { _ = cell.setOverride(override) }
      return others
    }
    // Released after unlocking.
    withExtendedLifetime(others) {}
  }

  /// Overrides a selector's value in all homes that share these overrides; `nil` ends the override.
  func set(_ override: SelectorOverride?, of key: SelectorKey) {
    let old = state.withLock { state in
      let old = state.overrides[key]
      state.overrides[key] = override
      let cells = state.cells.filter { $0.key == key }.compactMap(\.cell)
      for cell in cells { _ = cell.setOverride(override) }
      return (old, cells)
    }
    // From now on, nothing is computed from the cells' previous values.
    changes.wrappingAdd(1, ordering: .releasing)
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  /// Returns the value of an overridden key path.
  func value(at keyPath: AnyKeyPath) -> (any Sendable)? {
    let override = state.withLock { state in
      state.sources.insert("\(keyPath)")
      return state.overrides[SelectorKey(keyPath)]
    }
    override?.noteRead()
    return override?.value
  }
}
