import Synchronization

/// An effect that runs in tasks, at work in one store: which actions start runs, and when.
final class RunEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: the lanes' table is touched only by the thread that delivers; the role passes
  // from thread to thread under the store's lock. The lanes themselves are guarded by that lock.

  let work: RunWork
  private let match: ActionMatch
  private let usesContext: Bool
  /// Whether every action starts its run at once, whatever else goes on.
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
    if settings.conditionalCancellers.contains(where: { $0.accepts(type) }) { role.insert(.picks) }
    if usesContext { role.insert(.isHeard) }
    return role
  }

  // MARK: - Called by the thread that delivers

  override func receive(_ record: CommitRecord, as role: EffectRole, in engine: Engine) {
    if role.contains(.isHeard) { engine.post(record, to: self) }
    if role.contains(.cancels) { sweep(for: record.action, in: engine) }
    if role.contains(.picks) { cancelSome(for: record, in: engine) }
    guard role.contains(.starts), match.picks(record.action) else { return }
    if hasLanes {
      arrive(record, in: engine)
    } else {
      engine.start(self, record, work)
    }
  }

  private func arrive(_ record: CommitRecord, in engine: Engine) {
    let number = record.number
    guard let lane = lane(for: record.action, in: engine) else { return }
    engine.change { aftermath in
      // What cancels it may have been committed already.
      if engine.isClosed || isCancelled || number < horizon.load(ordering: .relaxed) { return }
      lane.waiting[number] = record.kept()
      engine.countIn(self)
      engine.apply(lane.policy.arrived(number), lane, &aftermath)
    }
  }

  private func lane(for action: any Action, in engine: Engine) -> EffectLane? {
    guard let key = settings.key else {
      if let single { return single }
      let lane = makeLane(in: engine)
      single = lane
      return lane
    }
    // Unlocked: keys are the user's code.
    guard let key = key(action) else { return nil }
    if let lane = lanesByKey[key] { return lane }
    if lanesByKey.count >= pruneAt { prune(in: engine) }
    let lane = makeLane(in: engine)
    lanesByKey[key] = lane
    return lane
  }

  private func makeLane(in engine: Engine) -> EffectLane {
    let lane = EffectLane(self, LanePolicy(settings.timing, settings.overlap))
    engine.locked("effect") { _ in lanes.append(lane) }
    return lane
  }

  /// Lets go of the lanes of keys for which nothing goes on; twice as many as are left may come.
  private func prune(in engine: Engine) {
    let idle: Set<ObjectIdentifier> = engine.locked("effect") { _ in
      let idle = Set(lanes.filter(\.policy.isIdle).map(ObjectIdentifier.init))
      lanes.removeAll { idle.contains(ObjectIdentifier($0)) }
      return idle
    }
    lanesByKey = lanesByKey.filter { !idle.contains(ObjectIdentifier($0.value)) }
    pruneAt = max(64, lanesByKey.count * 2)
  }

  /// Ends what the action cancelled when it was committed.
  private func sweep(for action: any Action, in engine: Engine) {
    let type = type(of: action)
    guard cancellers.contains(where: { $0.accepts(type) && $0.picks(action) }) else { return }
    engine.change { engine.sweep(self, &$0) }
  }

  private func cancelSome(for record: CommitRecord, in engine: Engine) {
    let action = record.action
    let type = type(of: action)
    for canceller in settings.conditionalCancellers where canceller.accepts(type) {
      let candidates: [(commit: Int, action: any Action)] = engine.locked("effect") { _ in
        let waiting = lanes.flatMap(\.waiting.values).map { ($0.number, $0.action) }
        return unsafe waiting + runs.all.map { ($0.commit, $0.action) }
      }
      // Unlocked: the closure is the user's.
      let meant = Set(
        candidates.filter { $0.commit < record.number && canceller.isMeant(action, $0.action) }
          .map(\.commit)
      )
      if !meant.isEmpty { engine.change { engine.cancel(self, &$0) { meant.contains($0) } } }
    }
  }

  // MARK: - Called by any thread

  func startTimer(_ lane: EffectLane, _ number: Int, after delay: Duration, in engine: Engine) {
    let deadline = clock.now + delay
    let task = startTask { [clock] in
      do {
        try await clock.sleep(until: deadline)
      } catch {
        return
      }
      self.fired(lane, number, in: engine)
    }
    let isTooLate = engine.locked("effect") { _ in
      if lane.timerNumber != number { return true }
      lane.timer = task
      return false
    }
    if isTooLate { task.cancel() }
  }

  private func fired(_ lane: EffectLane, _ number: Int, in engine: Engine) {
    engine.change { aftermath in
      if lane.timerNumber != number { return }
      lane.timerNumber = nil
      lane.timer = nil
      // What is behind the horizon must not start.
      engine.sweep(self, &aftermath)
      engine.apply(lane.policy.fired(number), lane, &aftermath)
    }
  }
}
