extension StoreCore {
  /// Registers effects under an id; what stood there is unregistered, and its runs cancelled.
  final func register<Environment>(
    _ effects: [(name: String, effect: Effect<Environment>)],
    id: String,
    environment: Environment
  ) {
    var streams: [() -> Void] = []
    let entries = effects.map { name, effect in
      entry(effect, named: name, id: id, environment, &streams)
    }
    replaceEffects("register(effects:)", id: id, with: entries)
    for start in streams { start() }
  }

  final func unregisterEffects(id: String) {
    replaceEffects("unregisterEffects(withId:)", id: id, with: [])
  }

  private final func replaceEffects(_ operation: StaticString, id: String, with new: [EffectEntry])
  {
    _ = enter(operation)
    if isClosed { return leave() }
    let old = unsafe observers.effects
    let gone = old.entries.filter { $0.registrationID == id }
    for entry in gone { entry.cancel() }
    let ended = cancelRuns { run in gone.contains { $0 === run.entry } }
    for entry in new { entry.start = unsafe ticket }
    let routes = EffectRoutes(old.entries.filter { $0.registrationID != id } + new)
    changeableObservers { unsafe $0.effects = routes }
    refreshDemands()
    leave()
    for entry in gone { entry.stop() }
    finishCancelling(ended)
    // `old` is released here, without the lock.
    withExtendedLifetime(old) {}
  }

  /// - Parameter streams: What to start once the entries are in their places.
  private final func entry<Environment>(
    _ effect: Effect<Environment>,
    named name: String,
    id: String,
    _ environment: Environment,
    _ streams: inout [() -> Void]
  ) -> EffectEntry {
    let site = effect.site
    // Unowned: the closures are called by the core, in which the entry stands.
    switch effect.work {
    case .synchronous(let accepts, let transform):
      return EffectEntry(registrationID: id, name: name, site: site, accepts: accepts) {
        [unowned self] entry, record in
        for action in transform(record.action, environment) {
          dispatchErased(action, DispatchContext(site: site, source: .effect(entry)))
        }
      }
    case .run(let accepts, let work):
      return EffectEntry(registrationID: id, name: name, site: site, accepts: accepts) {
        [unowned self] entry, record in
        start(entry, record) { _, send in try await work(record.action, environment, send) }
      }
    case .stream(let work):
      let storage = ActionStream.Storage()
      let entry = EffectEntry(
        registrationID: id,
        name: name,
        site: site,
        accepts: { _ in true },
        receive: { _, record in storage.put(record) },
        stop: { storage.finish() }
      )
      streams.append {
        self.start(entry, nil) { run, send in
          let stream = ActionStream(storage: storage) { record in
            self.locked("next") { run.trigger = EffectRun.Trigger(record) }
          }
          await work(stream, environment, send)
          storage.finish()
        }
      }
      return entry
    }
  }
}
