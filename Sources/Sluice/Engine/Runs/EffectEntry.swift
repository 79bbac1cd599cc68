import Synchronization

/// What an effect is registered as.
struct Place: Sendable {
  let registrationID: String
  let name: String
  let site: ActionOrigin.Site
  let clock: EffectClock
}

/// What the actions of one type mean to an effect.
struct EffectRole: OptionSet, Sendable {
  let rawValue: UInt8

  /// They set it off.
  static let starts = EffectRole(rawValue: 1)
  /// They cancel all of its runs.
  static let cancels = EffectRole(rawValue: 2)
  /// They cancel some of its runs.
  static let picks = EffectRole(rawValue: 4)
  /// Its runs may wait for them.
  static let isHeard = EffectRole(rawValue: 8)
}

/// An effect in its place among the observers of a store.
class EffectEntry: Registration, @unchecked Sendable {
  // `@unchecked`: the fields under “guarded” are, by the store's lock; `view` is written by the
  // thread that makes the entry, before it is in its place.

  final let place: Place
  final let settings: RunSettings
  /// Which actions cancel all runs at their commit.
  final let cancellers: [ActionMatch]
  /// Whether its runs keep the store from being idle.
  final let isCounted: Bool
  /// Whether its runs need neither a delay nor a second attempt nor a time limit.
  final let isPlain: Bool
  /// Where its tasks run, if not where all do.
  final let executor: (any TaskExecutor)?

  /// The part of the state that the effect's runs see; `nil` for all of it.
  final var view: (any AnyObject & Sendable)?

  // MARK: - Guarded

  /// What commits before this one set off is cancelled.
  ///
  /// All of it by one assignment, so that it can be done at a commit: the runs themselves are
  /// found when that commit is delivered. Read without the lock by those who only ask whether to
  /// go on.
  final let horizon = Atomic<Int>(0)
  /// Those that are alive.
  @exclusivity(unchecked) final var runs = RunTable()
  final var lanes: ContiguousArray<EffectLane> = []
  /// What the runs may ask for.
  final var log = ActionLog()
  /// Who waits for one of these.
  final var waiting = WaitingRuns()
  /// How many runs are alive, or wait to begin.
  ///
  /// Read without the lock by the thread that delivers: whatever may still ask for an action was
  /// counted by that thread, or by one that had the role before it.
  final let pending = Atomic<Int>(0)

  init(
    _ place: Place,
    settings: RunSettings = RunSettings(),
    cancellers: [ActionMatch] = [],
    isCounted: Bool = true
  ) {
    self.place = place
    self.settings = settings
    self.cancellers = cancellers
    self.isCounted = isCounted
    isPlain = settings.delay == nil && settings.timeout == nil && settings.retry.attempts == 1
    executor = place.clock.executor ?? settings.executor
  }

  final var registrationID: String { place.registrationID }
  final var name: String { place.name }
  final var site: ActionOrigin.Site { place.site }
  final var clock: EffectClock { place.clock }

  /// What the actions of a type are to this effect; nothing for those that do not concern it.
  func role(of type: any Action.Type) -> EffectRole { [] }

  /// Called by the thread that delivers, for the actions that concern the effect.
  func receive(_ record: CommitRecord, as role: EffectRole, in engine: Engine) {}

  /// Called once, when the effect is unregistered or the store closes.
  func stop() {}
}

/// The runs of an effect that are alive, in no order; each knows its place.
struct RunTable {
  private(set) var all: ContiguousArray<EffectRun> = []

  var isEmpty: Bool { all.isEmpty }

  mutating func insert(_ run: EffectRun) {
    unsafe run.place = all.count
    all.append(run)
  }

  /// - Returns: Whether the run was alive.
  mutating func remove(_ run: EffectRun) -> Bool {
    let place = unsafe run.place
    if place < 0 { return false }
    let last = all.removeLast()
    if last !== run {
      all[place] = last
      unsafe last.place = place
    }
    unsafe run.place = -1
    return true
  }
}
