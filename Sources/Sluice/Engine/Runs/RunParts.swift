import Synchronization

/// The parts of the state to which an effect's runs belong: elements of a collection, or a part that
/// may be absent.
///
/// Each has runs of its own, with their lanes, and exists here as long as there are any: what nothing
/// happens to costs nothing. A commit that removes a part from the state cancels its runs.
final class RunParts: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  /// The name of the effect.
  private let effect: String
  private let path: any AnyPlacePath
  /// Returns the parts that an action is for.
  private let pattern: @Sendable (any Action) -> PartPattern?
  /// Creates what the runs of a part see of the state; `nil` if the part is absent.
  private let makeView: @Sendable (PartID) -> PartView?
  /// The work of the runs, if they depend on each other.
  private let laneWork: RunWork?

  /// The parts that have runs or waiting actions.
  private(set) var live: [PartID: RunPart] = [:]
  private var compare: PartChanges?
  /// The last commit, of those that aren't delivered yet, that cancelled the runs of a part: an earlier one
  /// may still start runs of a part that had none.
  private var cancelledParts: [PartID: Int] = [:]
  /// The commits that aren't delivered yet and cancelled the runs of several parts.
  private var cancelledPatterns: [(number: Int, pattern: PartPattern)] = []
  /// The number of parts that are found one by one rather than by comparing states.
  private static let fewParts = 4

  init(
    of effect: String,
    _ path: any AnyPlacePath,
    pattern: @escaping @Sendable (any Action) -> PartPattern?,
    makeView: @escaping @Sendable (PartID) -> PartView?,
    laneWork: RunWork? = nil
  ) {
    self.effect = effect
    self.path = path
    self.pattern = pattern
    self.makeView = makeView
    self.laneWork = laneWork
  }

  /// Returns the parts that an action may be for, which need not be in the state.
  func ids(for action: any Action, in core: Core) -> [PartID] {
    guard let pattern = pattern(action) else { return [] }
    if let id = pattern.id { return [id] }
    // Of several members of one id, the first is the part.
    var found: Set<PartID> = []
    return path.ids(of: pattern, in: core.anySnapshot("effect").box).filter {
      found.insert($0).inserted
    }
  }

  /// Returns whether a part is in the state.
  func contains(_ id: PartID, in scheduler: RunScheduler, _ held: borrowing Held) -> Bool {
    scheduler.examine(effect, held) { path.contains(id, in: scheduler.core.box) }
  }

  /// Returns a part to which something is about to be added; `nil` if it isn't in the state.
  ///
  /// The caller closes it.
  func open(_ id: PartID, in scheduler: RunScheduler) -> RunPart? {
    let core = scheduler.core
    func known(_ held: borrowing Held) -> RunPart? {
      guard let part = live[id] else { return nil }
      part.useCount += 1
      return part
    }
    assert(!core.isLocked)
    if let part = core.locked("effect", { known($0) }) { return part }
    // Without the lock: the view reads the state, and retains what it reads.
    guard let view = makeView(id) else { return nil }
    let new = RunPart(id, of: self, view: view, lanes: laneWork.map { EffectLanes($0) })
    return core.locked("effect") { held in
      if let part = known(held) { return part }
      if core.isClosed || !contains(id, in: scheduler, held) { return nil }
      if live.isEmpty { scheduler.liveParts.append(self) }
      live[id] = new
      let patterns = cancelledPatterns.lazy.filter { $0.pattern.matches(id) }.map(\.number)
      if let number = [cancelledParts[id], patterns.last].compactMap(\.self).max() {
        new.cancelRuns(before: number)
      }
      return new
    }
  }

  /// Stops using a part; one without runs and waiting actions is forgotten.
  func close(
    _ part: RunPart,
    in scheduler: RunScheduler,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    part.useCount -= 1
    assert(part.useCount >= 0)
    forget(part, in: scheduler, &deferred, held)
  }

  /// Forgets a part if it has no state that affects its next action.
  func forget(
    _ part: RunPart,
    in scheduler: RunScheduler,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    guard part.isIdle, live[part.id] === part else { return }
    remove(part, in: scheduler, held)
    deferred.release(part)
  }

  private func remove(_ part: RunPart, in scheduler: RunScheduler, _ held: borrowing Held) {
    assert(live[part.id] === part)
    live[part.id] = nil
    guard live.isEmpty else { return }
    compare = nil
    scheduler.liveParts.removeAll { $0 === self }
  }

  /// Forgets all parts, whose runs were cancelled.
  func removeAll(
    in scheduler: RunScheduler,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    for part in live.values {
      remove(part, in: scheduler, held)
      deferred.release(part)
    }
  }

  /// Cancels the runs of parts that an action is for, of commits before one.
  ///
  /// - Returns: Whether the action is for some parts rather than for the effect.
  func cancelRuns(before number: Int, by action: any Action) -> Bool {
    guard let pattern = pattern(action) else { return false }
    for part in parts(matching: pattern) { part.cancelRuns(before: number) }
    if let id = partID(of: pattern) {
      cancelledParts[id] = number
    } else {
      assert(cancelledPatterns.last.map { $0.number <= number } ?? true)
      cancelledPatterns.append((number, pattern))
    }
    return true
  }

  /// Returns the live parts whose runs an action cancelled at its commit, which is delivered now; `nil`
  /// if the action is for the effect.
  ///
  /// - Parameter matches: The matches by which it cancels.
  func takeCancelled(
    at number: Int,
    by action: any Action,
    _ matches: [ActionMatch]
  ) -> [RunPart]? {
    guard let pattern = pattern(action) else { return nil }
    if let id = partID(of: pattern) {
      if cancelledParts[id] == number { cancelledParts[id] = nil }
    } else {
      cancelledPatterns.removeAll { $0.number <= number }
    }
    return matches.allSatisfy(\.isForParts) ? parts(matching: pattern) : nil
  }

  private func parts(matching pattern: PartPattern) -> [RunPart] {
    if let id = partID(of: pattern) { return live[id].map { [$0] } ?? [] }
    return live.values.filter { pattern.matches($0.id) }
  }

  /// Returns the id of the only part that a pattern matches; `nil` if it may match several.
  private func partID(of pattern: PartPattern) -> PartID? {
    pattern.steps.count == path.depth ? pattern.id : nil
  }

  /// Cancels the runs of parts that are no longer in the state, and returns these.
  ///
  /// Takes time proportional to the number of live parts; where there are many and the place can
  /// compare states, to the number of changes.
  func takeAbsent(
    from box: AnyStateBox,
    in scheduler: RunScheduler,
    _ held: borrowing Held
  ) -> [RunPart] {
    assert(!live.isEmpty)
    let absent = scheduler.examine(effect, held) { findAbsent(from: box) }
    for part in absent {
      part.cancelRuns(before: .max)
      remove(part, in: scheduler, held)
    }
    if live.count <= Self.fewParts {
      compare = nil
    } else if compare == nil {
      compare = scheduler.examine(effect, held) { path.changes(since: box) }
    }
    return absent
  }

  private func findAbsent(from box: AnyStateBox) -> [RunPart] {
    var absent: [RunPart] = []
    let isKnown = compare?(box) { id in
      if let part = live[id], !path.contains(id, in: box) { absent.append(part) }
    }
    return isKnown == true ? absent : live.values.filter { !path.contains($0.id, in: box) }
  }
}

/// A part of the state with the runs that belong to it.
final class RunPart: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  let id: PartID
  unowned let parts: RunParts
  /// What the runs see of the state, a ``ProjectedView``.
  let view: PartView
  /// The lanes of the runs; `nil` if they don't depend on each other.
  let lanes: EffectLanes?
  /// The commit before which all runs are cancelled; the greatest number if the part is gone.
  let cancelledBefore = Atomic<Int>(0)
  var runs: ContiguousArray<EffectRun> = []
  /// The number of runs and waiting actions, and of threads that are about to add some.
  var useCount = 1

  init(_ id: PartID, of parts: RunParts, view: PartView, lanes: EffectLanes?) {
    self.id = id
    self.parts = parts
    self.view = view
    self.lanes = lanes
  }

  var isIdle: Bool { useCount == 0 && lanes?.all.allSatisfy(\.policy.isIdle) != false }

  /// Cancels the runs of earlier commits; called with the lock held.
  func cancelRuns(before number: Int) {
    assert(number >= cancelledBefore.load(ordering: .relaxed))
    cancelledBefore.store(number, ordering: .releasing)
  }
}

extension RunScheduler {
  /// Cancels the runs of parts that a commit removed from the state.
  ///
  /// - Returns: Whether there were any: they end when the commit is delivered.
  func cancelAbsentParts(_ held: borrowing Held) -> Bool {
    var absent: [RunPart] = []
    for parts in liveParts { absent += parts.takeAbsent(from: core.box, in: self, held) }
    absentParts += absent
    return !absent.isEmpty
  }

  /// Ends the runs of parts that are no longer in the state.
  func sweepAbsentParts(_ deferred: inout DeferredWork, _ held: borrowing Held) {
    for part in absentParts {
      sweep(part, &deferred, held)
      for lane in part.lanes?.all ?? [] { stopTimer(of: lane, &deferred) }
      deferred.release(part)
    }
    absentParts = []
  }

  /// Cancels the runs of a part that belong to commits before its last cancellation.
  func sweep(_ part: RunPart, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    let cancelledBefore = part.cancelledBefore.load(ordering: .relaxed)
    if cancelledBefore == 0 { return }
    for lane in part.lanes?.all ?? [] {
      apply(lane.policy.cancel { $0 < cancelledBefore }, to: lane, &deferred, held)
    }
    let others = part.runs.filter { $0.lane == nil && $0.commit < cancelledBefore }
    for run in others.inOrder(of: \.number) { cancel(run, &deferred, held) }
  }
}
