import Synchronization

/// Somebody's place among the observers of a store.
@usableFromInline
class Registration: @unchecked Sendable {
  // `@unchecked`: `start` is written once, under the store's lock, before anybody reads it.

  /// Deliveries up to this ticket happened before the registration.
  final var start = 0
  private let isOver = Atomic<Bool>(false)

  /// Whether a delivery is still to be told.
  final func isDue(_ ticket: Int) -> Bool {
    ticket > start && !isCancelled
  }

  final var isCancelled: Bool { isOver.load(ordering: .relaxed) }

  /// - Returns: Whether this call was the one that ended it.
  @discardableResult
  final func cancel() -> Bool {
    !isOver.exchange(true, ordering: .relaxed)
  }
}

extension Engine {
  /// What was taken out of a engine, to be released and told about it without the lock.
  struct Leftovers {
    var observers = Observers.none
    var retiredObservers: [Observers] = []
    var reducers: AnyObject?
    var middleware: ContiguousArray<MiddlewareEntry> = []
    var onEffectFailure: (@Sendable (EffectFailure) -> Void)?
    var onDiagnostic: (@Sendable (StoreDiagnostic) -> Void)?

    func finish() {
      for selection in unsafe observers.selections { selection.finish() }
      for effect in unsafe observers.effects.entries { effect.stop() }
    }
  }

  /// Changes the observers, or a copy of them where a delivery may be reading them; with the lock
  /// held.
  final func changeableObservers(_ change: (Observers) -> Void) {
    if unsafe !role.isFree || !isKnownUniquelyReferenced(&observers) {
      let old = unsafe observers
      unsafe observers = old.copy()
      // Who delivers does not retain what it reads: it is kept until the role is given up, which
      // takes the lock now that something waits.
      if role.callBack() { retiredObservers.append(old) }
    }
    unsafe change(observers)
  }

  /// Changes who watches.
  ///
  /// A registration that is added is told what is queued from now on.
  ///
  /// What the change lets go of is released without the lock.
  final func changeObservers(
    _ operation: StaticString,
    adding registration: Registration? = nil,
    _ change: (Observers) -> Void
  ) {
    let old: Observers? = locked(operation) {
      registration?.start = unsafe ticket
      if isClosed { return nil }
      // Who is added lets go of nothing; without a second reference the arrays grow in place.
      let old = unsafe registration == nil ? observers : nil
      changeableObservers { change($0) }
      refreshDemands()
      return old
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  final func register(_ entry: InterceptorEntry) {
    var last = 0
    changeObservers("register(interceptor:)", adding: entry) { observers in
      unsafe observers.interceptors.append(entry)
      last = unsafe number
    }
    let attached = entry.interceptor as? any AttachedInterceptor
    attached?.attached(to: StateSource(self), after: last)
  }

  /// The same for middleware.
  final func changeMiddleware(
    _ operation: StaticString,
    _ change: (inout ContiguousArray<MiddlewareEntry>) -> Void
  ) {
    let old: ContiguousArray<MiddlewareEntry>? = locked(operation) {
      if isClosed { return nil }
      let old = middleware
      change(&middleware)
      refreshDemands()
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Sets one of the closures that are called when something happens.
  final func setHandler<Handler>(
    _ keyPath: ReferenceWritableKeyPath<Engine, Handler>,
    _ handler: Handler
  ) {
    let old: Handler? = locked("register") {
      if isClosed { return nil }
      let old = self[keyPath: keyPath]
      self[keyPath: keyPath] = handler
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// With the lock held.
  final func refreshDemands() {
    var new: Demands = isClosed ? .closed : []
    if unsafe observers.hasSelections { new.insert(.selections) }
    if unsafe observers.hasEffects { new.insert(.commits) }
    if let cancellations, !cancellations.isEmpty { new.insert(.cancellations) }
    if let followUps, followUps.box.isUsed { new.insert(.followUps) }
    if !middleware.isEmpty { new.insert(.middleware) }
    for interceptor in unsafe observers.interceptors {
      new.formUnion([.commits, .newState])
      let interests = interceptor.interests
      if interests.contains(.oldState) { new.insert(.oldState) }
      if interests.contains(.instant) { new.insert(.instant) }
      if interests.contains(.timing) { new.insert(.timing) }
      if interests.contains(.effects) { new.insert(.effectEvents) }
    }
    unsafe demands = new
  }

  /// Ends everything: called when the store is freed.
  ///
  /// What was committed before is still delivered to those who watch, by the thread that is at it.
  final func close() {
    _ = enter("deinit")
    isClosed = true
    unsafe demands.insert(.closed)
    var aftermath = Aftermath()
    for entry in unsafe observers.effects.entries { end(entry, &aftermath) }
    if let followUps { end(followUps.entry, &aftermath) }
    let waiters = takeIdleWaiters()
    // Who delivers, takes everything out when nothing is queued any more.
    let leftovers = role.callBack() ? nil : takeEverything()
    leave()
    settle(aftermath, isTold: false)
    wake(waiters)
    leftovers?.finish()
    closeMemory()
  }

  /// With the lock held.
  final func takeEverything() -> Leftovers {
    var leftovers = Leftovers()
    unsafe leftovers.observers = observers
    leftovers.retiredObservers = retiredObservers
    leftovers.reducers = removeReducers()
    leftovers.middleware = middleware
    leftovers.onEffectFailure = onEffectFailure.take()
    leftovers.onDiagnostic = onDiagnostic.take()
    unsafe observers = .none
    retiredObservers = []
    middleware = []
    return leftovers
  }
}
