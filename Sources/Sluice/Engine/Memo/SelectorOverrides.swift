import Synchronization

/// Which selectors answer with a value of a test's choice, in a store and in all its projections.
final class SelectorOverrides: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  private let lock = OwnedLock()
  /// The selectors, held so that no other takes the place of one, and their values.
  private var values: [ObjectIdentifier: (selector: AnyObject, value: any Sendable)] = [:]
  private var homes: Set<Int>
  /// Counts the changes: what was remembered before one may be wrong after it.
  private let changes = Atomic<Int>(0)

  init(_ home: SelectorHome) { homes = [home.id] }

  var changeCount: Int { changes.load(ordering: .acquiring) }

  func add(_ home: SelectorHome) {
    lock.withLock { _ = homes.insert(home.id) }
  }

  func remove(_ home: SelectorHome) {
    lock.withLock { _ = homes.remove(home.id) }
  }

  func hasHome(_ id: Int) -> Bool { lock.withLock { homes.contains(id) } }

  func value(of selector: AnyObject) -> (any Sendable)? {
    lock.withLock { values[ObjectIdentifier(selector)]?.value }
  }

  func set(_ value: (any Sendable)?, of selector: AnyObject) {
    let old = lock.withLock {
      let id = ObjectIdentifier(selector)
      defer { values[id] = value.map { (selector, $0) } }
      return values[id]
    }
    changes.wrappingAdd(1, ordering: .releasing)
    // Released without the lock.
    withExtendedLifetime(old) {}
  }
}

extension Selector {
  /// Lets the selector answer with a value in all homes that share these overrides; `nil` ends that.
  func override(with value: Value?, in overrides: SelectorOverrides) {
    // First the table: a cell that is made meanwhile finds the value there.
    overrides.set(value, of: self)
    for cell in cells where overrides.hasHome(cell.storeID) { cell.setOverride(value) }
  }

  /// Lets a cell that was just made answer as those before it.
  func applyOverride(to cell: SelectorCell<State, Value>, in home: SelectorHome) {
    // Unwrapped first: nothing can be cast to an optional value, too.
    guard let known = home.knownOverrides?.value(of: self), let value = known as? Value else {
      return
    }
    cell.setOverride(value)
  }
}
