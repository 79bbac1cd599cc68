import SluiceLocks

/// The stores that are made while a closure runs, for test support.
package final class StoreCensus: Sendable {
  /// Where new stores register themselves.
  @TaskLocal package static var current: StoreCensus?

  /// A store that was not released.
  package struct Survivor: Sendable {
    /// Such as `"a store of AppState"`.
    package let store: String
    /// What is registered, and what is under way: one of them may retain the store.
    package let holders: [String]
  }

  private let living = Locked<[Core]>([])
  private let onRelease: @Sendable () -> Void

  /// - Parameter onRelease: Called with each store that is released, on the thread that releases it.
  package init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  package var isEmpty: Bool { living.withLock(\.isEmpty) }

  /// Returns the stores that were not released, in the order in which they were made.
  package func survivors() -> [Survivor] {
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

extension Core {
  /// Lists what is registered and may retain the store.
  fileprivate final func holders() -> [String] {
    locked("holders") { _ in
      var holders = runs?.holders ?? []
      holders += middleware.entries.map { "the middleware \(type(of: $0.middleware))" }
      observers.forEachInterceptor { holders.append($0.label) }
      observers.forEachSelection { if !$0.isCancelled { holders.append($0.label) } }
      return holders
    }
  }
}
