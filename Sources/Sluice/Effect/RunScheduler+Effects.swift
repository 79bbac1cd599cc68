extension RunScheduler {
  /// Registers effects under an id; unregisters what has that id, and cancels its runs.
  ///
  /// Effects that read another state are not registered, and are reported as failures.
  /// - Parameter view: The part of the state that the runs see; a ``ProjectedView``.
  func register<Environment>(
    _ effects: [(name: String, effect: Effect<Environment>)],
    id: String,
    registration: Int = StoreRegistration.nextNumber(),
    environment: Environment,
    view: (any AnyObject & Sendable)? = nil
  ) -> StoreRegistration {
    let result = StoreRegistration(registration, in: core)
    let cancellers = Self.cancellersByID(effects.map(\.effect))
    var mismatches: [StateTypeMismatch] = []
    let entries = effects.compactMap { name, effect -> EffectEntry? in
      let seen: EffectView.View?
      do throws(StateTypeMismatch) {
        seen = try effect.access.view(in: core, view, name, effect.site)
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
        view: seen
      )
      switch effect.work {
      case .cancel:
        // The entries that it cancels know all that it does.
        return nil
      case .synchronous(let match, let work):
        return EffectEntry(registration, .synchronous(match, work(environment)))
      case .run(let match, let settings, let usesContext, let work):
        let work = work(environment)
        let lanes = settings.hasLanes ? EffectLanes(work) : nil
        let others = settings.id.flatMap { cancellers[AnyHashable($0)] } ?? []
        return EffectEntry(
          registration,
          .run(match, work, usesContext: usesContext, lanes),
          settings: settings,
          cancellers: settings.cancellers + others + (settings.isLatestAtCommit ? [match] : [])
        )
      case .stream(let work):
        let inbox = StreamInbox(self)
        let reading: RunWork = { _, context in
          defer { inbox.finish() }
          context.run.noteStreamTask()
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
    guard replace("register(effects:)", .id(id), with: entries) else { return result }
    for entry in entries { entry.begin(in: self) }
    for name in namesRegisteredTwice(entries) {
      core.report(.registeredTwice("The effect \(name)"))
    }
    for mismatch in mismatches { report(EffectFailure(mismatch)) }
    return result
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
