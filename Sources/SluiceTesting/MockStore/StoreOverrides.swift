import SluiceCore
import SluiceLocks

/// The selectors that a test overrides, in a store and in all of its projections.
final class StoreOverrides: SelectorOverrides {
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

  var changeCount: Int { changes.load(ordering: .acquiring) }

  /// Where the selectors that were read come from, in no order.
  var sources: Set<String> { state.withLock { $0.sources } }

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
      if let override = state.overrides[key] { cell.setOverride(override.read) }
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
      for cell in cells { cell.setOverride(override.map { $0.read }) }
      return (old, cells)
    }
    // From now on, nothing is computed from the cells' previous values.
    changes.wrappingAdd(1, ordering: .releasing)
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  func value(at keyPath: AnyKeyPath) -> (any Sendable)? {
    let override = state.withLock { state in
      state.sources.insert("\(keyPath)")
      return state.overrides[SelectorKey(keyPath)]
    }
    return override?.read()
  }
}
