/// An effect of one type of action, at work in one store: which actions start runs, and when.
final class RunPipeline: @unchecked Sendable {
  // `@unchecked`: the lanes' table is touched only by the thread that delivers; the role passes
  // from thread to thread under the store's lock. The lanes themselves are guarded by that lock.

  let usesContext: Bool
  // Each holds the other until the effect is unregistered or the store closes.
  private let core: StoreCore
  private let settings: RunSettings
  private let clock: EffectClock
  private let starts: ActionFilter
  private let cancellers: [ActionMatch]
  private let work: @Sendable (any Action, RunContext) async throws -> Void
  private var single: EffectLane?
  private var lanesByKey: [AnyHashable: EffectLane] = [:]
  private var pruneAt = 64

  init(
    _ core: StoreCore,
    _ settings: RunSettings,
    _ clock: EffectClock,
    starts: @escaping ActionFilter,
    cancellers: [ActionMatch],
    usesContext: Bool,
    work: @escaping @Sendable (any Action, RunContext) async throws -> Void
  ) {
    self.core = core
    self.settings = settings
    self.clock = clock
    self.starts = starts
    self.cancellers = cancellers
    self.usesContext = usesContext
    self.work = work
  }

  /// Which types of actions concern the effect.
  var accepts: ActionFilter {
    if usesContext { return { _ in true } }
    let all = [starts] + cancellers.map(\.accepts) + settings.conditionalCancellers.map(\.accepts)
    return { type in all.contains { $0(type) } }
  }

  func plan(for run: EffectRun) -> RunPlan {
    let action = core.locked("start") { run.trigger?.action }
    return RunPlan(settings: settings, clock: clock) { [work] context in
      if let action { try await work(action, context) }
    }
  }

  // MARK: - Called by the thread that delivers

  func receive(_ entry: EffectEntry, _ record: CommitRecord) {
    let action = record.action
    if usesContext { core.post(action, record.number, to: entry) }
    if !cancellers.isEmpty, cancellers.contains(where: { $0.matches(action) }) { sweep(entry) }
    for canceller in settings.conditionalCancellers where canceller.accepts(type(of: action)) {
      cancel(entry, before: record.number) { canceller.isMeant(action, $0) }
    }
    guard starts(type(of: action)) else { return }
    if settings.isPlain {
      core.start(
        entry,
        .init(record),
        hasInbox: usesContext,
        RunPlan(settings: settings, clock: clock) { [work] in try await work(action, $0) }
      )
    } else {
      arrive(entry, record)
    }
  }

  private func arrive(_ entry: EffectEntry, _ record: CommitRecord) {
    let number = record.number
    guard let lane = lane(for: record.action, entry) else { return }
    let trigger = EffectRun.Trigger(record)
    change { aftermath in
      // What cancels it may have been committed already.
      if core.isClosed || entry.isCancelled || number < entry.horizon { return }
      lane.waiting[number] = trigger
      if entry.isCounted { core.activity += 1 }
      core.apply(lane.policy.arrived(number), lane, &aftermath)
    }
  }

  private func lane(for action: any Action, _ entry: EffectEntry) -> EffectLane? {
    guard let key = settings.key else {
      if let single { return single }
      let lane = makeLane(entry)
      single = lane
      return lane
    }
    // Unlocked: keys are the user's code.
    guard let key = key(action) else { return nil }
    if let lane = lanesByKey[key] { return lane }
    if lanesByKey.count >= pruneAt { prune(entry) }
    let lane = makeLane(entry)
    lanesByKey[key] = lane
    return lane
  }

  private func makeLane(_ entry: EffectEntry) -> EffectLane {
    let lane = EffectLane(entry, self, LanePolicy(settings.timing, settings.overlap))
    core.locked("effect") { entry.lanes.append(lane) }
    return lane
  }

  /// Lets go of the lanes of keys for which nothing goes on; twice as many as are left may come.
  private func prune(_ entry: EffectEntry) {
    let idle: Set<ObjectIdentifier> = core.locked("effect") {
      let idle = Set(entry.lanes.filter(\.policy.isIdle).map(ObjectIdentifier.init))
      entry.lanes.removeAll { idle.contains(ObjectIdentifier($0)) }
      return idle
    }
    lanesByKey = lanesByKey.filter { !idle.contains(ObjectIdentifier($0.value)) }
    pruneAt = max(64, lanesByKey.count * 2)
  }

  private func sweep(_ entry: EffectEntry) {
    change { core.sweep(entry, &$0) }
  }

  private func cancel(
    _ entry: EffectEntry,
    before number: Int,
    where isMeant: (any Action) -> Bool
  ) {
    let candidates = core.locked("effect") {
      entry.lanes.flatMap(\.waiting.values) + entry.runs.values.compactMap(\.trigger)
    }
    // Unlocked: the closure is the user's.
    let meant = Set(
      candidates.filter { $0.commit < number && ($0.action.map(isMeant) ?? false) }.map(\.commit)
    )
    if meant.isEmpty { return }
    change { core.cancel(entry, &$0) { meant.contains($0) } }
  }

  // MARK: - Called by any thread

  func startTimer(_ lane: EffectLane, _ number: Int, after delay: Duration) {
    let deadline = clock.now() + delay
    let task = clock.startTask(on: settings.executor) { [clock] in
      do {
        try await clock.sleep(until: deadline)
      } catch {
        return
      }
      self.fired(lane, number)
    }
    let isTooLate = core.locked("effect") {
      if lane.timerNumber != number { return true }
      lane.timer = task
      return false
    }
    if isTooLate { task.cancel() }
  }

  private func fired(_ lane: EffectLane, _ number: Int) {
    change { aftermath in
      if lane.timerNumber != number { return }
      lane.timerNumber = nil
      lane.timer = nil
      // What is behind the horizon must not start.
      core.sweep(lane.entry, &aftermath)
      core.apply(lane.policy.fired(number), lane, &aftermath)
    }
  }

  /// Changes lanes under the lock, and does the rest without it.
  private func change(_ body: (inout Aftermath) -> Void) {
    var aftermath = Aftermath()
    core.locked("effect") { body(&aftermath) }
    core.settle(aftermath)
  }
}
