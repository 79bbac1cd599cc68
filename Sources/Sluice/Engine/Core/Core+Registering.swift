extension Core {
  /// Adds an observer, which is notified of everything enqueued from now on.
  final func add(_ entry: any Observer, _ held: borrowing Held) {
    entry.start = ticket
    if isClosed { return }
    observers.add(entry, isDelivering: turn.mark())
    // What the others demand remains: asking each of them would take longer the more there are.
    if let entry = entry as? InterceptorEntry {
      demands.formUnion(entry.demands)
    } else {
      demands.insert(.selections)
    }
  }

  /// Removes an observer; what is demanded is to be found out again if it is an interceptor.
  ///
  /// - Returns: What the caller releases after unlocking.
  final func remove(_ entry: any Observer, _ held: borrowing Held) -> (any Observer)? {
    guard entry.cancel(), !isClosed else { return nil }
    let removed = observers.remove(entry, isDelivering: turn.mark())
    if !observers.hasSelections { demands.remove(.selections) }
    return removed
  }

  /// Registers an interceptor.
  @usableFromInline
  final func register(_ entry: InterceptorEntry) {
    let attached = entry.abilities.attached
    attached?.willAttach()
    let (last, state, isTwice) = locked("register(interceptor:)") { held in
      let isTwice = observers.hasObject(of: entry)
      add(entry, held)
      // Not retained for others: the next dispatch would copy the state.
      return (number, attached == nil ? nil : HeldState(box), isTwice)
    }
    let name = entry.abilities.name
    if let method = entry.abilities.uncalledMethod(entry.interests) {
      report(.uncalledMethod(method.name, of: name, interest: method.interest))
    }
    if isTwice { report(.registeredTwice("The interceptor \(name)")) }
    if let state { attached?.attached(to: StateSource(self), after: last, state: state) }
  }

  #if DEBUG
    /// Reports, once, an interceptor that reads the old state without requesting it.
    final func reportMissedOldState(_ entry: InterceptorEntry) {
      if entry.interests.contains(.oldState) { return }
      let isFirst = locked("delivery") { _ in
        defer { notices.wasMissedOldStateReported = true }
        return !notices.wasMissedOldStateReported
      }
      if isFirst { report(.missedOldState(in: entry.abilities.name)) }
    }
  #endif

  /// Unregisters the interceptors that satisfy a predicate.
  final func unregisterInterceptors(
    _ operation: StaticString,
    where predicate: (InterceptorEntry) -> Bool
  ) {
    let removed = locked(operation) { held in
      var found: [InterceptorEntry] = []
      observers.forEachInterceptor { if predicate($0) { found.append($0) } }
      let removed = found.map { remove($0, held) }
      if !found.isEmpty { refreshDemands(held) }
      return (found, removed)
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns whether an interceptor has the number of a registration.
  final func hasInterceptor(registration: Int) -> Bool {
    locked("a StateHistory") { _ in
      var isThere = false
      observers.forEachInterceptor { if $0.registration == registration { isThere = true } }
      return isThere
    }
  }

  /// Removes a selection's observer.
  @usableFromInline
  final func remove(_ observer: SelectionObserver) {
    let removed = locked("cancel") { held in remove(observer, held) }
    withExtendedLifetime(removed) {}
  }

  /// Changes the middleware.
  final func changeMiddleware(
    _ operation: StaticString,
    _ change: (inout ContiguousArray<MiddlewareEntry>) -> Void
  ) {
    let old: ContiguousArray<MiddlewareEntry>? = locked(operation) { held in
      if isClosed { return nil }
      let old = middleware
      change(&middleware)
      refreshDemands(held)
      return old
    }
    withExtendedLifetime(old) {}
  }
}
