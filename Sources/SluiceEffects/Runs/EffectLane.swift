import SluiceCore
import SluiceLocks

/// The interdependent runs and waiting actions of an effect, or of one of its keys.
final class EffectLane: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  // Retained by its entry; unowned, because its users hold the entry: runs retain it, and a timer is
  // started with it.
  unowned let entry: EffectEntry
  /// The scope of the runs; unowned, because it has the lane.
  unowned let scope: RunScope
  /// The key of the actions; `nil` if the effect has one lane.
  let key: AnyHashable?
  let work: RunWork
  var policy: LanePolicy
  /// The actions that have arrived and not started, by the numbers of their commits.
  var waiting: [Int: StartingCommit] = [:]
  /// The live runs, by the number of the commit that started each.
  var runs: [Int: EffectRun] = [:]
  /// The number of the timer that the policy waits for.
  var timerNumber: Int?
  var timer: Task<Void, Never>?

  init(
    _ entry: EffectEntry,
    _ scope: RunScope,
    _ key: AnyHashable?,
    _ work: @escaping RunWork,
    _ policy: LanePolicy
  ) {
    self.entry = entry
    self.scope = scope
    self.key = key
    self.work = work
    self.policy = policy
  }
}

extension RunScheduler {
  /// Adds an action to a lane; called by the delivering thread.
  func arrive(_ trigger: StartingCommit, in lane: EffectLane) {
    let number = trigger.number
    // Unlocked: the clock may be the program's.
    let now = lane.entry.settings.timing.needsTime ? clock.now : .zero
    change("effect") { deferred, held in
      // An action that cancels it may already be committed.
      guard mayStart(in: lane.scope, commit: number, trigger.tracked, held) else { return }
      assert(lane.waiting[number] == nil)
      lane.waiting[number] = trigger
      countIn(lane.entry, lane.scope, trigger.tracked, held)
      apply(lane.policy.arrived(number, at: now), to: lane, &deferred, held)
    }
  }

  /// Executes the steps of a lane's policy.
  func apply(
    _ steps: [LanePolicy.Step],
    to lane: EffectLane,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    assert(core.lock.isHeld(by: held.thread))
    let entry = lane.entry
    for step in steps {
      switch step {
      case .start(let id):
        guard let trigger = lane.waiting.removeValue(forKey: id) else { continue }
        // Already counted as an arrival, and remains counted as a run.
        assert(lane.runs[id] == nil)
        let run = EffectRun(entry, core, lane: lane, trigger, lane.work)
        lane.runs[id] = run
        insert(run, &deferred, held)
      case .cancel(let id):
        guard let run = lane.runs.removeValue(forKey: id) else { continue }
        cancel(run, &deferred, held)
      case .drop(let id):
        guard let trigger = lane.waiting.removeValue(forKey: id) else { continue }
        countOut(entry, lane.scope, trigger.tracked, &deferred, held)
        deferred.release(trigger)
      case .schedule(let number, let delay):
        stopTimer(of: lane, &deferred)
        lane.timerNumber = number
        deferred.startTimer(number, of: lane, after: delay)
      case .unschedule:
        stopTimer(of: lane, &deferred)
      }
    }
  }

  // MARK: - Timers

  /// Starts the timer that a lane's policy waits for.
  func startTimer(_ number: Int, of lane: EffectLane, after delay: Duration) {
    let entry = lane.entry
    let core = core
    let deadline = clock.now + delay
    // The task retains the core, as all users of the scheduler do.
    let task = entry.startTask { [clock] in
      do {
        try await clock.sleep(until: deadline)
      } catch {
        return
      }
      withExtendedLifetime((core, entry)) { self.fire(number, of: lane) }
    }
    let isTooLate = core.locked("effect") { _ in
      if lane.timerNumber != number { return true }
      lane.timer = task
      return false
    }
    if isTooLate { Platform.cancel(task) }
  }

  /// Handles a timer that fired.
  private func fire(_ number: Int, of lane: EffectLane) {
    change("effect") { deferred, held in
      if lane.timerNumber != number { return }
      lane.timerNumber = nil
      if let timer = lane.timer.take() { deferred.release(timer) }
      // Cancelled actions must not start.
      sweep(lane.scope, &deferred, held)
      apply(lane.policy.fired(number), to: lane, &deferred, held)
      forget(lane.scope, &deferred, held)
    }
  }

  func stopTimer(of lane: EffectLane, _ deferred: inout DeferredWork) {
    lane.timerNumber = nil
    if let timer = lane.timer.take() { deferred.cancel(timer) }
  }
}
