import SluiceCore
import SluiceLocks

extension RunScheduler {
  /// The names of effects that are registered at another place, too.
  func namesRegisteredTwice(_ new: [EffectEntry]) -> [String] {
    core.locked("register(effects:)") { _ in new.filter(effects.hasTwice).map(\.name) }
  }

  /// Returns whether effects are registered under an id.
  func hasEffects(id: String) -> Bool {
    core.locked("register(effects:)") { _ in effects.contains(id: id) }
  }

  func unregisterEffects(id: String) {
    _ = replace("unregisterEffects(withID:)", .id(id), with: [])
  }

  func unregisterEffects(registration: Int) {
    _ = replace("unregister", .registration(registration), with: [])
  }

  /// Replaces effects.
  ///
  /// - Returns: Whether the effects are registered; `false` if the store was freed.
  func replace(
    _ operation: StaticString,
    _ replaced: RegisteredEffects.Group?,
    with new: [EffectEntry]
  ) -> Bool {
    let held = core.enter(operation)
    if core.isClosed {
      core.leave(held)
      return false
    }
    let gone = replaced.map { effects.remove($0) } ?? []
    if gone.isEmpty && new.isEmpty {
      core.leave(held)
      return true
    }
    var deferred = DeferredWork()
    for entry in gone {
      entry.registration.scope.end()
      end(entry, &deferred, held)
    }
    for entry in new {
      entry.since = core.number
      effects.add(entry)
    }
    releaseRoutes(&deferred, held)
    deferred.stop(gone)
    core.refreshDemands(held)
    finish(deferred, held)
    return true
  }

  /// Ends everything when the store is closed or freed; interceptors are notified of it only if
  /// the store is not marked as closed yet.
  ///
  /// - Returns: The work to perform without the lock.
  func close(_ held: borrowing Held) -> () -> Void {
    var deferred = DeferredWork()
    scope.end()
    let entries = effects.entries
    for entry in entries { end(entry, &deferred, held) }
    if let followUpEntry { end(followUpEntry, &deferred, held) }
    releaseRoutes(&deferred, held)
    effects = RegisteredEffects()
    deferred.stop(Array(entries))
    deferred.resume(takeWaitersIfIdle(held))
    return deferred.performing(in: self)
  }
}
