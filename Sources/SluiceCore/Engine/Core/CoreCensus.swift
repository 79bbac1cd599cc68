/// Hears of each core that is made while a closure runs, and of its end; for test support.
package protocol CoreCensus: AnyObject, Sendable {
  func add(_ core: Core)
  func remove(_ core: Core)
}

/// That of the calling task.
package enum TaskCensus {
  @TaskLocal package static var current: (any CoreCensus)?
}

extension Core {
  /// Lists what is registered and may retain the store.
  package final func holders() -> [String] {
    locked("holders") { _ in
      var holders = runs?.holders ?? []
      holders += middleware.elements.map { "the middleware \(type(of: $0.middleware))" }
      observers.forEachInterceptor { holders.append($0.label) }
      observers.forEachSelection { if !$0.isCancelled { holders.append($0.label) } }
      return holders
    }
  }
}
