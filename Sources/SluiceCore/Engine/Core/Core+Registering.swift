import SluiceLocks

extension Core {
  /// Adds an observer, which is notified of everything enqueued from now on.
  package final func add(_ entry: Registration, _ held: borrowing Held) {
    assert(lock.isHeld(by: held.thread))
    assert(entry.slot == -1, "An observer is added once.")
    entry.start = ticket
    if isClosed { return }
    observers.add(entry, isDelivering: turn.mark())
    refreshDemands(held)
  }

  /// Removes an observer.
  ///
  /// - Returns: What the caller releases after unlocking.
  final func remove(_ entry: Registration, _ held: borrowing Held) -> Registration? {
    assert(lock.isHeld(by: held.thread))
    guard entry.cancel(), !isClosed else { return nil }
    let removed = observers.remove(entry, isDelivering: turn.mark())
    refreshDemands(held)
    return removed
  }

  /// Registers an interceptor.
  @usableFromInline
  package final func register(_ entry: InterceptorEntry) {
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
      report(once: .missedOldState(in: entry.abilities.name))
    }
  #endif

  /// Unregisters the interceptors that a closure takes from the observers.
  final func unregisterInterceptors(
    _ operation: StaticString,
    _ take: (Observers) -> [InterceptorEntry]
  ) {
    let removed = locked(operation) { held in
      let found = take(observers)
      return (found, found.map { remove($0, held) })
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns whether an interceptor may take actions, rather than watch; the caller holds the lock.
  ///
  /// - Parameter isOther: Returns `false` for an interceptor that doesn't count.
  final func hasTakingInterceptor(where isOther: (any Interceptor) -> Bool = { _ in true }) -> Bool
  {
    assert(isLocked)
    var isFound = false
    observers.forEachInterceptor { entry in
      if !entry.abilities.isWatching, isOther(entry.interceptor) { isFound = true }
    }
    return isFound
  }

  /// Returns whether an interceptor has the number of a registration.
  package final func hasInterceptor(registration: Int) -> Bool {
    locked("hasInterceptor") { _ in observers.hasInterceptor(registration: registration) }
  }

  /// Removes a selection's observer.
  @usableFromInline
  final func remove(_ observer: SelectionObserver) {
    let held = enter("cancel")
    let removed = remove(observer, held)
    leaveTellingWatches(held)
    withExtendedLifetime(removed) {}
  }

  /// Changes the middleware; releases what the closure returns after unlocking.
  final func changeMiddleware(
    _ operation: StaticString,
    _ change: (inout RegisteredMiddleware) -> [MiddlewareEntry]
  ) {
    let removed: [MiddlewareEntry] = locked(operation) { held in
      if isClosed { return [] }
      defer { refreshDemands(held) }
      return change(&middleware)
    }
    withExtendedLifetime(removed) {}
  }

  /// Adds a middleware after those already registered.
  package final func register(_ operation: StaticString, _ entry: MiddlewareEntry) {
    changeMiddleware(operation) { middleware in
      middleware.add(entry, registration: entry.registration)
      return []
    }
  }
}
