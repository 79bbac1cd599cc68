extension Engine {
  /// Registers effects under an id; what stood there is unregistered, and its runs cancelled.
  ///
  /// With a ``ProjectedView``, their runs see that part of the state.
  final func register<Environment>(
    _ effects: [(name: String, effect: Effect<Environment>)],
    id: String,
    environment: Environment,
    view: (any AnyObject & Sendable)? = nil
  ) {
    let clock = EffectClock(clock)
    let cancellers = Self.cancellersByID(effects.map(\.effect))
    var starts: [() -> Void] = []
    let entries = effects.compactMap { name, effect -> EffectEntry? in
      let place = Place(registrationID: id, name: name, site: effect.site, clock: clock)
      switch effect.work {
      case .cancel:
        // All it does is known to the entries that it cancels.
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
        let entry = StreamEntry(place, self)
        starts.append {
          self.start(entry, commit: 0) { _, context in
            defer { entry.storage.finish() }
            let actions = ActionStream(storage: entry.storage, run: context.run)
            try await work(actions, environment, context)
          }
        }
        return entry
      case .source(let work):
        let entry = EffectEntry(place, isCounted: false)
        starts.append {
          self.start(entry, commit: 0) { _, context in try await work(environment, context) }
        }
        return entry
      }
    }
    for entry in entries { entry.view = view }
    replaceEffects("register(effects:)", id: id, with: entries)
    for start in starts { start() }
  }

  final func unregisterEffects(id: String) {
    replaceEffects("unregisterEffects(withId:)", id: id, with: [])
  }

  /// Puts effects in the place of those under an id; without one, beside all others.
  final func replaceEffects(_ operation: StaticString, id: String?, with new: [EffectEntry]) {
    var aftermath = Aftermath()
    let held = enter(operation)
    if isClosed { return leave(held) }
    let runs = runScheduler(held)
    let old = runs.routes ?? .none
    let oldTable = runs.cancellations
    let gone = old.entries.filter { $0.registrationID == id }
    for entry in gone { end(entry, &aftermath) }
    for entry in new { entry.start = unsafe ticket }
    let routes = EffectRoutes(old.entries.filter { $0.registrationID != id } + new)
    runs.cancellations = CancellationTable(routes.entries)
    runs.routes = routes.isEmpty ? nil : routes
    refreshDemands(held)
    leave(held)
    for entry in gone { entry.stop() }
    settle(aftermath)
    // These are released here, without the lock.
    withExtendedLifetime((old, oldTable)) {}
  }

  /// What the effects that are registered together cancel, by the ids that they name.
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
