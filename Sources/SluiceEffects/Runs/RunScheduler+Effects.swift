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
    let cancellers = Self.cancellersByID(effects.map(\.effect))
    var notLiftable: [String] = []
    var mismatches: [StateTypeMismatch] = []
    let entries = effects.compactMap { name, effect -> EffectEntry? in
      var (work, lanes): (RunWork?, EffectLanes?) = (nil, nil)
      var stateTypes: [any Sendable.Type] = []
      if case .run(_, let settings, _, let make) = effect.work {
        let made = make(environment)
        work = made
        if settings.hasLanes { lanes = EffectLanes(made) }
        stateTypes = settings.stateTypes
      }
      let place: EffectPlace
      do throws(StateTypeMismatch) {
        place = try effect.access.reading(stateTypes)
          .place(in: core, laneWork: lanes?.work, name, effect.site)
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
        scope: scope,
        path: place.path
      )
      switch effect.work {
      case .cancel:
        // The entries that it cancels know all that it does.
        return nil
      case .synchronous(let match, let make):
        return EffectEntry(registration, .synchronous(match, make(environment)), place: place)
      case .run(let match, let settings, let usesContext, _):
        guard let work else { return nil }
        let others = settings.id.flatMap { cancellers[AnyHashable($0)] } ?? []
        return EffectEntry(
          registration,
          .run(match, work, usesContext: usesContext),
          settings: settings,
          place: place,
          lanes: place.parts == nil ? lanes : nil,
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
    for diagnostic in Self.unknownCancelIDs(effects.map(\.effect)) { core.report(diagnostic) }
    for name in namesRegisteredTwice(entries) {
      core.report(.registeredTwice("The effect \(name)"))
    }
    for name in notLiftable { core.report(.notLiftable("The effect \(name)")) }
    for mismatch in mismatches { report(EffectFailure(mismatch)) }
    return result
  }

  /// Returns a diagnostic for each id by which effects cancel runs, and that no effect registered
  /// together with them has.
  private static func unknownCancelIDs<Environment>(
    _ effects: [Effect<Environment>]
  ) -> [StoreDiagnostic] {
    var known: Set<AnyHashable> = []
    var cancelled: [(id: AnyHashable, site: ActionOrigin.Site)] = []
    for effect in effects {
      switch effect.work {
      case .cancel(_, let id): cancelled.append((AnyHashable(id), effect.site))
      case .run(_, let settings, _, _):
        if let id = settings.id { known.insert(AnyHashable(id)) }
        for id in settings.cancelledIDs { cancelled.append((AnyHashable(id), effect.site)) }
      default: continue
      }
    }
    return cancelled.filter { !known.contains($0.id) }
      .map { .unknownCancelID("\($0.id)", position: $0.site.position) }
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
