package import SluiceCore

extension RunScheduler {
  /// Registers effects under an id, replacing what has that id or beside it.
  ///
  /// Effects that read another state are not registered, and are reported as failures.
  package func register<Environment>(
    _ effects: [(name: String, effect: Effect<Environment>)],
    id: String,
    registration: Int = StoreRegistration.nextNumber(),
    environment: Environment,
    replacing: Bool = true
  ) -> StoreRegistration {
    let result = StoreRegistration(registration, in: core)
    let scope = Scope(in: scope)
    let cancels = effects.flatMap { _, effect in effect.cancels }
    var notLiftable: [String] = []
    var mismatches: [StateTypeMismatch] = []
    let entries = effects.compactMap { name, effect -> EffectEntry? in
      var stateTypes: [any Sendable.Type] = []
      if case .run(_, let settings, _) = effect.work { stateTypes = settings.stateTypes }
      let place: EffectPlace
      do throws(StateTypeMismatch) {
        place = try effect.access.reading(stateTypes).place(in: core, name, effect.site)
      } catch {
        mismatches.append(error)
        return nil
      }
      let registration = EffectRegistration(
        id: id,
        number: registration,
        effect: effect,
        name: name,
        site: effect.site,
        clock: clock,
        scope: scope
      )
      switch effect.work {
      case .cancel:
        // The entries that it cancels know all that it does.
        return nil
      case .synchronous(let match, let make):
        let work = make(environment)
        return EffectEntry(registration, .synchronous(work), of: match, place: place)
      case .run(let match, let settings, let make):
        let id = settings.id.map { AnyHashable($0) }
        let others = cancels.filter { $0.id == id }.map(\.match)
        return EffectEntry(
          registration,
          .run(make(environment)),
          of: match,
          settings: settings,
          place: place,
          cancellers: settings.cancellers + others + (settings.isLatestAtCommit ? [match] : [])
        )
      case .stream where place.parts != nil, .source where place.parts != nil:
        notLiftable.append(name)
        return nil
      case .stream(let work):
        let inbox = StreamInbox(self)
        let reading: RunWork = { _, context in
          defer { inbox.finish() }
          try await work(ActionStream(inbox: inbox, run: context.run), environment, context)
        }
        return EffectEntry(registration, .stream(inbox, reading))
      case .source(let work):
        return EffectEntry(
          registration,
          .source { _, context in try await work(environment, context) }
        )
      }
    }
    guard replace("register(effects:)", replacing ? .id(id) : nil, with: entries) else {
      return result
    }
    for entry in entries { entry.begin(in: self) }
    // A typing error, most likely.
    let known = Set(effects.compactMap { _, effect in effect.runID })
    for cancel in cancels where !known.contains(cancel.id) {
      core.report(.unknownCancelID("\(cancel.id)", position: cancel.site.position))
    }
    for name in namesRegisteredTwice(entries) {
      core.report(.registeredTwice("The effect \(name)"))
    }
    for name in notLiftable { core.report(.notLiftable("The effect \(name)")) }
    for mismatch in mismatches { report(EffectFailure(mismatch)) }
    return result
  }
}

extension Effect {
  /// The id by which others cancel its runs.
  fileprivate var runID: AnyHashable? {
    guard case .run(_, let settings, _) = work else { return nil }
    return settings.id.map { AnyHashable($0) }
  }

  /// The ids of the runs that its actions cancel.
  fileprivate var cancels: [(id: AnyHashable, match: ActionMatch, site: ActionOrigin.Site)] {
    switch work {
    case .cancel(let match, let id): [(AnyHashable(id), match, site)]
    case .run(let match, let settings, _):
      settings.cancelledIDs.map { (AnyHashable($0), match, site) }
    case .synchronous, .stream, .source: []
    }
  }
}
