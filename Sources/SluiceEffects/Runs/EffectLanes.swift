import SluiceCore

/// The lanes of an effect: one, or one for each key.
final class EffectLanes: @unchecked Sendable {
  // `@unchecked`: `all` is guarded by the store's lock; the rest is used only by the thread that
  // delivers: the role passes from thread to thread under that lock.

  private(set) var all: ContiguousArray<EffectLane> = []
  private var single: EffectLane?
  private var byKey: [AnyHashable: EffectLane] = [:]
  private var pruneAt = 64

  /// Returns the lane of an action; `nil` if the action has no key.
  func lane(
    for action: any Action,
    of entry: EffectEntry,
    _ scope: RunScope,
    _ work: @escaping RunWork,
    in scheduler: RunScheduler
  ) -> EffectLane? {
    guard let key = entry.settings.key else {
      if let single { return single }
      let lane = makeLane(nil, of: entry, scope, work, in: scheduler)
      single = lane
      return lane
    }
    // Without the lock: keys are user code.
    guard let key = key(action) else { return nil }
    if let lane = byKey[key] { return lane }
    if byKey.count >= pruneAt { prune(in: scheduler) }
    let lane = makeLane(key, of: entry, scope, work, in: scheduler)
    byKey[key] = lane
    return lane
  }

  private func makeLane(
    _ key: AnyHashable?,
    of entry: EffectEntry,
    _ scope: RunScope,
    _ work: @escaping RunWork,
    in scheduler: RunScheduler
  ) -> EffectLane {
    let settings = entry.settings
    let lane = EffectLane(
      entry,
      scope,
      key,
      work,
      LanePolicy(settings.timing, settings.overlap)
    )
    scheduler.core.locked("effect") { _ in all.append(lane) }
    return lane
  }

  /// Removes the lanes of idle keys; the next pruning is at twice the number that remains.
  private func prune(in scheduler: RunScheduler) {
    let idle: Set<ObjectIdentifier> = scheduler.core.locked("effect") { _ in
      let idle = Set(all.filter(\.policy.isIdle).map(ObjectIdentifier.init))
      all.removeAll { idle.contains(ObjectIdentifier($0)) }
      return idle
    }
    // The table retains the lanes until here, and the keys are released without the lock.
    byKey = byKey.filter { !idle.contains(ObjectIdentifier($0.value)) }
    assert(byKey.count == all.count)
    pruneAt = max(64, byKey.count * 2)
  }
}
