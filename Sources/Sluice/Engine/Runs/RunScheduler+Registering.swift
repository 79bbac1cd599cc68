import Synchronization

extension RunScheduler {
  /// Registers effects under an id; unregisters what has that id, and cancels its runs.
  ///
  /// - Parameter view: The part of the state that the runs see; a ``ProjectedView``.
  func register<Environment>(
    _ effects: [(name: String, effect: Effect<Environment>)],
    id: String,
    environment: Environment,
    view: (any AnyObject & Sendable)? = nil
  ) {
    let cancellers = Self.cancellersByID(effects.map(\.effect))
    let entries = effects.compactMap { name, effect -> EffectEntry? in
      let place = Place(
        registrationID: id,
        name: name,
        site: effect.site,
        clock: clock,
        view: view
      )
      switch effect.work {
      case .cancel:
        // The entries that it cancels know all that it does.
        return nil
      case .synchronous(let match, let work):
        return SynchronousEntry(place, match, work(environment))
      case .run(let match, let settings, let usesContext, let work):
        return RunEntry(
          place,
          match,
          settings,
          cancelledBy: settings.id.flatMap { cancellers[AnyHashable($0)] } ?? [],
          usesContext: usesContext,
          work: work(environment)
        )
      case .stream(let work):
        return StreamEntry(place, self) { actions, context in
          try await work(actions, environment, context)
        }
      case .source(let work):
        return StandingEntry(place) { _, context in try await work(environment, context) }
      }
    }
    guard replace("register(effects:)", id: id, with: entries) else { return }
    for entry in entries { entry.begin(in: self) }
  }

  func unregisterEffects(id: String) {
    _ = replace("unregisterEffects(withID:)", id: id, with: [])
  }

  /// Replaces the effects under an id; without an id, adds effects to all others.
  ///
  /// - Returns: Whether the effects are registered; `false` if the store was freed.
  func replace(_ operation: StaticString, id: String?, with new: [EffectEntry]) -> Bool {
    let held = engine.enter(operation)
    if engine.isClosed {
      engine.leave(held)
      return false
    }
    var deferred = DeferredWork()
    let old = routes?.entries ?? []
    let gone = old.filter { $0.registrationID == id }
    for entry in gone { end(entry, &deferred, held) }
    for entry in new { entry.since = engine.number }
    setEntries(old.filter { $0.registrationID != id } + new, &deferred)
    deferred.stop(Array(gone))
    engine.refreshDemands(held)
    finish(deferred, held)
    return true
  }

  private func setEntries(
    _ entries: ContiguousArray<EffectEntry>,
    _ deferred: inout DeferredWork
  ) {
    if let routes { deferred.release(routes) }
    if let cancellations { deferred.release(cancellations) }
    routes = entries.isEmpty ? nil : EffectRoutes(entries)
    cancellations = CancellationTable(entries)
  }

  /// Ends everything when the store is freed; interceptors are not notified.
  ///
  /// - Returns: The work to perform without the lock.
  func close(_ held: borrowing Held) -> DeferredWork {
    var deferred = DeferredWork()
    let entries = routes?.entries ?? []
    for entry in entries { end(entry, &deferred, held) }
    if let followUpEntry { end(followUpEntry, &deferred, held) }
    setEntries([], &deferred)
    deferred.stop(Array(entries))
    deferred.idle(takeIdleWaiters(held))
    return deferred
  }

  /// Returns the actions that cancel runs, by id, of effects registered together.
  private static func cancellersByID<Environment>(
    _ effects: [Effect<Environment>]
  ) -> [AnyHashable: [ActionMatch]] {
    var cancellers: [AnyHashable: [ActionMatch]] = [:]
    for effect in effects {
      switch effect.work {
      case .cancel(let match, let id):
        cancellers[AnyHashable(id), default: []].append(match)
      case .run(let match, let settings, _, _):
        for id in settings.cancelledIDs { cancellers[AnyHashable(id), default: []].append(match) }
      default:
        continue
      }
    }
    return cancellers
  }
}
