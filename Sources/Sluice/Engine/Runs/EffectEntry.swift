import Synchronization

/// What an effect is registered as.
struct Place: Sendable {
  let registrationID: String
  let name: String
  let site: ActionOrigin.Site
  let clock: EffectClock
  /// The part of the state that the effect's runs see; `nil` for all of it.
  var view: (any AnyObject & Sendable)?
}

/// What the actions of one type mean to an effect.
struct EffectRole: OptionSet, Sendable {
  let rawValue: UInt8

  /// They start it.
  static let starts = EffectRole(rawValue: 1)
  /// They cancel all of its runs.
  static let cancels = EffectRole(rawValue: 2)
  /// They cancel some of its runs.
  static let cancelsSome = EffectRole(rawValue: 4)
  /// Its runs may wait for them.
  static let isHeard = EffectRole(rawValue: 8)

  static let cancelling: EffectRole = [.cancels, .cancelsSome]
  static let all: EffectRole = [.starts, .cancels, .cancelsSome, .isHeard]
}

/// An effect as it is registered with a store.
class EffectEntry: @unchecked Sendable {
  // `@unchecked`: the fields under “Guarded” are guarded by the store's lock.

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

  // MARK: - Guarded

  /// Commits up to this number happened before the registration.
  ///
  /// Written before the entry is registered, and read by the thread that delivers.
  @safe @exclusivity(unchecked) final var since = 0
  /// What commits before this one started is cancelled; the greatest number cancels the effect.
  ///
  /// One assignment cancels all of it, so that it can be done at a commit: the runs themselves are
  /// found when that commit is delivered. Read without the lock to find out whether to go on.
  final let horizon = Atomic<Int>(0)
  /// The runs that are alive.
  @safe @exclusivity(unchecked) final var runs = RunTable()
  final var lanes: ContiguousArray<EffectLane> = []
  /// What the runs may wait for.
  final var later = LaterActions()
  /// How many runs are alive, or wait to start.
  ///
  /// Read without the lock by the thread that delivers: whatever may still ask for an action was
  /// counted by that thread, or by one that delivered before it.
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

  /// Whether the effect was unregistered, or its store closed.
  final var isCancelled: Bool { horizon.load(ordering: .acquiring) == .max }

  /// Whether the effect is to be notified of a commit.
  final func isDue(_ number: Int) -> Bool { number > since && !isCancelled }

  /// What the actions of a type are to this effect; empty if they don't concern it.
  func role(of type: any Action.Type) -> EffectRole { [] }

  /// Called once, when the effect has been registered.
  func begin(in scheduler: RunScheduler) {}

  /// Called by the thread that delivers, with the actions that concern the effect.
  func receive(_ record: CommitRecord, as role: EffectRole, in scheduler: RunScheduler) {}

  /// Called once, when the effect is unregistered or the store closes.
  func stop() {}
}

/// A synchronous effect or follow-up dispatches by itself.
extension EffectEntry: DispatchSource {
  final var effectID: EffectRunID? { EffectRunID(effect: name, number: 0) }

  final func isCancelled(_ held: borrowing Held) -> Bool { isCancelled }

  final func cause(_ held: borrowing Held) -> Cause? { nil }
}

/// The runs of an effect that are alive, in no order; each knows its place.
struct RunTable {
  private(set) var all: ContiguousArray<EffectRun> = []

  mutating func insert(_ run: EffectRun) {
    run.place = all.count
    all.append(run)
  }

  /// Removes a run, which the caller retains.
  ///
  /// - Returns: Whether the run was alive.
  mutating func remove(_ run: EffectRun) -> Bool {
    let place = run.place
    if place < 0 { return false }
    let last = all.removeLast()
    if last !== run {
      all[place] = last
      last.place = place
    }
    run.place = -1
    return true
  }
}
