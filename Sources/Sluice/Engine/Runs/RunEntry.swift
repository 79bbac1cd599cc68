import Synchronization

/// An effect that runs a task for each action; decides which actions start runs, and when.
final class RunEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: the table of lanes is used only by the thread that delivers; the role passes from
  // thread to thread under the store's lock. The lanes themselves are guarded by that lock.

  let work: RunWork
  private let match: ActionMatch
  private let usesContext: Bool
  /// Whether other runs and actions affect an action; otherwise it starts its run immediately.
  private let hasLanes: Bool
  private var single: EffectLane?
  private var lanesByKey: [AnyHashable: EffectLane] = [:]
  private var pruneAt = 64

  init(
    _ place: Place,
    _ match: ActionMatch,
    _ settings: RunSettings,
    cancelledBy others: [ActionMatch],
    usesContext: Bool,
    work: @escaping RunWork
  ) {
    self.match = match
    self.usesContext = usesContext
    self.work = work
    hasLanes = settings.hasLanes
    var cancellers = settings.cancellers + others
    if settings.isLatestAtCommit { cancellers.append(match) }
    super.init(place, settings: settings, cancellers: cancellers)
  }

  override func role(of type: any Action.Type) -> EffectRole {
    var role: EffectRole = []
    if match.accepts(type) { role.insert(.starts) }
    if cancellers.contains(where: { $0.accepts(type) }) { role.insert(.cancels) }
    if settings.conditionalCancellers.contains(where: { $0.accepts(type) }) {
      role.insert(.cancelsSome)
    }
    if usesContext { role.insert(.isHeard) }
    return role
  }

  override func receive(
    _ record: CommitRecord,
    as role: EffectRole,
    in scheduler: RunScheduler
  ) {
    if role.contains(.isHeard) { scheduler.post(record, to: self) }
    if role.contains(.cancels) { sweep(for: record.action, in: scheduler) }
    if role.contains(.cancelsSome) { cancelSome(for: record, in: scheduler) }
    guard role.contains(.starts), match.picks(record.action) else { return }
    let record = settings.retainsState ? record.retainingState(place.view) : record
    if !hasLanes {
      scheduler.start(self, record, work)
    } else if let lane = lane(for: record.action, in: scheduler) {
      scheduler.arrive(record, in: lane)
    }
  }

  // MARK: - Cancelling

  /// Ends the runs that the action cancelled at its commit.
  private func sweep(for action: any Action, in scheduler: RunScheduler) {
    guard cancellers.contains(where: { $0.matches(action) }) else { return }
    scheduler.change("effect") { deferred, held in scheduler.sweep(self, &deferred, held) }
  }

  private func cancelSome(for record: CommitRecord, in scheduler: RunScheduler) {
    let action = record.action
    let type = type(of: action)
    for canceller in settings.conditionalCancellers where canceller.accepts(type) {
      let candidates: [(commit: Int, action: any Action)] = scheduler.engine.locked("effect") { _ in
        let waiting = lanes.flatMap(\.waiting.values).map { ($0.number, $0.action) }
        return waiting + runs.all.map { ($0.commit, $0.action) }
      }
      // Without the lock: the closure is user code.
      let matching = Set(
        candidates.filter { $0.commit < record.number && canceller.matches(action, $0.action) }
          .map(\.commit)
      )
      if matching.isEmpty { continue }
      scheduler.change("effect") { deferred, held in
        scheduler.cancel(self, &deferred, held) { matching.contains($0) }
      }
    }
  }

  // MARK: - Lanes

  private func lane(for action: any Action, in scheduler: RunScheduler) -> EffectLane? {
    guard let key = settings.key else {
      if let single { return single }
      let lane = makeLane(in: scheduler)
      single = lane
      return lane
    }
    // Without the lock: keys are user code.
    guard let key = key(action) else { return nil }
    if let lane = lanesByKey[key] { return lane }
    if lanesByKey.count >= pruneAt { prune(in: scheduler) }
    let lane = makeLane(in: scheduler)
    lanesByKey[key] = lane
    return lane
  }

  private func makeLane(in scheduler: RunScheduler) -> EffectLane {
    let lane = EffectLane(self, LanePolicy(settings.timing, settings.overlap))
    scheduler.engine.locked("effect") { _ in lanes.append(lane) }
    return lane
  }

  /// Removes the lanes of idle keys; the next pruning is at twice the number that remains.
  private func prune(in scheduler: RunScheduler) {
    let idle: Set<ObjectIdentifier> = scheduler.engine.locked("effect") { _ in
      let idle = Set(lanes.filter(\.policy.isIdle).map(ObjectIdentifier.init))
      lanes.removeAll { idle.contains(ObjectIdentifier($0)) }
      return idle
    }
    // The table retains the lanes until here, and the keys are released without the lock.
    lanesByKey = lanesByKey.filter { !idle.contains(ObjectIdentifier($0.value)) }
    pruneAt = max(64, lanesByKey.count * 2)
  }
}
