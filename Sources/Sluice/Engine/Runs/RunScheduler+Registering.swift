import Synchronization

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
    let result = StoreRegistration(registration, in: engine)
    let cancellers = Self.cancellersByID(effects.map(\.effect))
    var mismatches: [StateTypeMismatch] = []
    let entries = effects.compactMap { name, effect -> EffectEntry? in
      let seen: EffectView.View?
      do throws(StateTypeMismatch) {
        seen = try effect.access.view(in: engine, view, name, effect.site)
      } catch {
        mismatches.append(error)
        return nil
      }
      let place = Place(
        registrationID: id,
        registration: registration,
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
    guard replace("register(effects:)", .id(id), with: entries) else { return result }
    for entry in entries { entry.begin(in: self) }
    for name in namesRegisteredTwice(entries) {
      engine.report(.registeredTwice("The effect \(name)"))
    }
    for mismatch in mismatches { report(EffectFailure(mismatch)) }
    return result
  }

  /// The names of effects that are registered at another place, too.
  private func namesRegisteredTwice(_ new: [EffectEntry]) -> [String] {
    engine.locked("register(effects:)") { _ in new.filter(effects.hasTwice).map(\.name) }
  }

  /// Returns whether effects are registered under an id.
  func hasEffects(id: String) -> Bool {
    engine.locked("register(effects:)") { _ in effects.contains(id: id) }
  }

  func unregisterEffects(id: String) {
    _ = replace("unregisterEffects(withID:)", .id(id), with: [])
  }

  func unregisterEffects(registration: Int) {
    _ = replace("unregister", .registration(registration), with: [])
  }

  /// The effects that others replace.
  enum Replaced {
    case id(String)
    case registration(Int)

    func contains(_ entry: EffectEntry) -> Bool {
      switch self {
      case .id(let id): entry.registrationID == id
      case .registration(let number): entry.registration == number
      }
    }
  }

  /// Replaces effects.
  ///
  /// - Returns: Whether the effects are registered; `false` if the store was freed.
  func replace(
    _ operation: StaticString,
    _ replaced: Replaced?,
    with new: [EffectEntry]
  ) -> Bool {
    let held = engine.enter(operation)
    if engine.isClosed {
      engine.leave(held)
      return false
    }
    let gone = replaced.map(registered) ?? []
    if gone.isEmpty && new.isEmpty {
      engine.leave(held)
      return true
    }
    var deferred = DeferredWork()
    for entry in gone { end(entry, &deferred, held) }
    for entry in new { entry.since = engine.number }
    releaseTables(&deferred)
    if !gone.isEmpty, let replaced { effects.remove(where: replaced.contains) }
    effects.add(new)
    deferred.stop(gone)
    engine.refreshDemands(held)
    finish(deferred, held)
    return true
  }

  private func registered(_ replaced: Replaced) -> [EffectEntry] {
    // Found without a search: effects are registered one by one, each under an id of its own.
    if case .id(let id) = replaced, !effects.contains(id: id) { return [] }
    return effects.entries.filter(replaced.contains)
  }

  /// Ends everything when the store is freed; interceptors are not notified.
  ///
  /// - Returns: The work to perform without the lock.
  func close(_ held: borrowing Held) -> DeferredWork {
    var deferred = DeferredWork()
    let entries = effects.entries
    for entry in entries { end(entry, &deferred, held) }
    if let followUpEntry { end(followUpEntry, &deferred, held) }
    releaseTables(&deferred)
    effects = RegisteredEffects()
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
