import SluiceCore
import SluiceLocks

/// The stores that are made while a closure runs.
final class StoreCensus: CoreCensus {
  /// A store that was not released.
  struct Survivor: Sendable {
    /// Such as `"a store of AppState"`.
    let store: String
    /// What is registered, and what is under way: one of them may retain the store.
    let holders: [String]
  }

  private let living = Locked<[Core]>([])
  private let onRelease: @Sendable () -> Void

  /// - Parameter onRelease: Called with each store that is released, on the thread that releases it.
  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  var isEmpty: Bool { living.withLock(\.isEmpty) }

  /// Returns the stores that were not released, in the order in which they were made.
  func survivors() -> [Survivor] {
    living.withLock(\.self).map { core in
      Survivor(store: "a store of \(core.kind.type)", holders: core.holders())
    }
  }

  func add(_ core: Core) { living.withLock { $0.append(core) } }

  func remove(_ core: Core) {
    living.withLock { $0.removeAll { $0 === core } }
    onRelease()
  }
}
