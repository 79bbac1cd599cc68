extension StoreCore {
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
      case .synchronous(let accepts, let transform):
        return synchronous(place, accepts) { transform($0, environment) }
      case .run(let accepts, let settings, let usesContext, let work):
        let others = settings.id.flatMap { cancellers[AnyHashable($0)] } ?? []
        return runs(place, settings, accepts, cancelledBy: others, usesContext) {
          try await work($0, environment, $1)
        }
      case .stream(let work):
        return stream(place, &starts) { try await work($0, environment, $1) }
      case .source(let work):
        let entry = place.entry(isCounted: false)
        let plan = RunPlan(settings: RunSettings(), clock: clock) {
          try await work(environment, $0)
        }
        starts.append { self.start(entry, nil, hasInbox: false, plan) }
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

  final func replaceEffects(_ operation: StaticString, id: String, with new: [EffectEntry]) {
    var aftermath = Aftermath()
    _ = enter(operation)
    if isClosed { return leave() }
    let old = unsafe observers.effects
    let oldTable = cancellations
    let gone = old.entries.filter { $0.registrationID == id }
    for entry in gone { end(entry, &aftermath) }
    for entry in new { entry.start = unsafe ticket }
    let routes = EffectRoutes(old.entries.filter { $0.registrationID != id } + new)
    cancellations = CancellationTable(routes.entries)
    changeableObservers { unsafe $0.effects = routes }
    refreshDemands()
    leave()
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
      case .cancel(let accepts, let id):
        cancellers[AnyHashable(id), default: []].append(ActionMatch(accepts: accepts))
      case .run(let accepts, let settings, _, _):
        for id in settings.cancelledIDs {
          cancellers[AnyHashable(id), default: []].append(ActionMatch(accepts: accepts))
        }
      default:
        continue
      }
    }
    return cancellers
  }

  // MARK: - The ways to work

  private final func synchronous(
    _ place: Place,
    _ accepts: @escaping ActionFilter,
    _ transform: @escaping @Sendable (any Action) -> [any Action]
  ) -> EffectEntry {
    let site = place.site
    // Unowned: the closure is called by the core, in which the entry stands.
    let receive: EffectEntry.Receive = { [unowned self] entry, record in
      for action in transform(record.action) {
        dispatchErased(action, DispatchContext(site: site, source: .effect(entry)))
      }
    }
    return place.entry(accepts: accepts, receive: receive)
  }

  private final func runs(
    _ place: Place,
    _ settings: RunSettings,
    _ accepts: @escaping ActionFilter,
    cancelledBy others: [ActionMatch],
    _ usesContext: Bool,
    _ work: @escaping @Sendable (any Action, RunContext) async throws -> Void
  ) -> EffectEntry {
    var cancellers = settings.cancellers + others
    if settings.isLatestAtCommit { cancellers.append(ActionMatch(accepts: accepts)) }
    let pipeline = RunPipeline(
      self,
      settings,
      place.clock,
      starts: accepts,
      cancellers: cancellers,
      usesContext: usesContext,
      work: work
    )
    return place.entry(
      accepts: pipeline.accepts,
      cancellers: cancellers,
      receive: { entry, record in pipeline.receive(entry, record) }
    )
  }

  private final func stream(
    _ place: Place,
    _ starts: inout [() -> Void],
    _ work: @escaping @Sendable (ActionStream, RunContext) async throws -> Void
  ) -> EffectEntry {
    let storage = ActionStream.Storage(self)
    // The run itself does not count: it is there until the effect is unregistered. What it has in
    // hand does; the stream sees to that.
    let entry = place.entry(
      accepts: { _ in true },
      isCounted: false,
      isStream: true,
      stop: { storage.finish() },
      receive: { _, record in storage.put(record) }
    )
    let plan = RunPlan(settings: RunSettings(), clock: place.clock) { context in
      defer { storage.finish() }
      try await work(ActionStream(storage: storage, run: context.run), context)
    }
    starts.append { self.start(entry, nil, hasInbox: false, plan) }
    return entry
  }
}

/// What an effect is registered as.
struct Place: Sendable {
  let registrationID: String
  let name: String
  let site: ActionOrigin.Site
  let clock: EffectClock

  func entry(
    accepts: @escaping ActionFilter = { _ in false },
    cancellers: [ActionMatch] = [],
    isCounted: Bool = true,
    isStream: Bool = false,
    stop: @escaping @Sendable () -> Void = {},
    receive: @escaping EffectEntry.Receive = { _, _ in }
  ) -> EffectEntry {
    EffectEntry(
      registrationID: registrationID,
      name: name,
      site: site,
      accepts: accepts,
      cancellers: cancellers,
      isCounted: isCounted,
      isStream: isStream,
      receive: receive,
      stop: stop
    )
  }
}
