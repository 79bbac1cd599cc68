import Synchronization

/// The registration of an effect.
struct Place: Sendable {
  let registrationID: String
  /// The number of the registration; see ``StoreRegistration``.
  let registration: Int
  /// The effect, by which a second registration is recognized; `nil` for what is no ``Effect``.
  let effect: (any AnyObject & Sendable)?
  let name: String
  let site: ActionOrigin.Site
  let clock: EffectClock
  /// The part of the state that the effect's runs see; `nil` for the whole state.
  var view: (any AnyObject & Sendable)?
}

/// The roles of one type of action for an effect.
struct EffectRole: OptionSet, Sendable {
  let rawValue: UInt8

  /// The actions start runs.
  static let starts = EffectRole(rawValue: 1)
  /// The actions cancel all runs.
  static let cancels = EffectRole(rawValue: 2)
  /// The actions cancel some runs.
  static let cancelsSome = EffectRole(rawValue: 4)
  /// Runs may wait for the actions.
  static let isHeard = EffectRole(rawValue: 8)

  static let cancelling: EffectRole = [.cancels, .cancelsSome]
  static let notStarting: EffectRole = [.cancels, .cancelsSome, .isHeard]
  static let all: EffectRole = [.starts, .cancels, .cancelsSome, .isHeard]
}

/// An effect registered with a store.
class EffectEntry: @unchecked Sendable {
  // `@unchecked`: the fields under “Guarded” are guarded by the store's lock.

  final let place: Place
  final let settings: RunSettings
  /// The actions that cancel all runs at their commit.
  final let cancellers: [ActionMatch]
  /// Whether the runs keep the store from being idle.
  final let isCounted: Bool
  /// Whether runs have neither a delay nor a second attempt nor a time limit, and aren't repeated.
  final let isPlain: Bool
  /// The preferred executor of the tasks, if not the default one.
  final let executor: (any TaskExecutor)?

  // MARK: - Guarded

  /// The number of the last commit before the registration.
  ///
  /// Written before the entry is registered, and read by the delivering thread.
  @safe @exclusivity(unchecked) final var since = 0
  /// The commit before which all runs are cancelled; the greatest number cancels the effect.
  ///
  /// One assignment cancels all runs, so that it can be done at a commit: the runs themselves are
  /// removed when that commit is delivered. Read without the lock to find out whether to continue.
  final let cancelledBefore = Atomic<Int>(0)
  /// The runs that are alive.
  @safe @exclusivity(unchecked) final var runs = RunTable()
  final var lanes: ContiguousArray<EffectLane> = []
  /// The actions that runs may wait for.
  final var later = LaterActions()
  /// The number of runs that are alive or waiting to start.
  ///
  /// Read without the lock by the delivering thread: everything that may still request an action
  /// was counted by that thread, or by one that delivered before it.
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
    isPlain =
      settings.delay == nil && settings.timeout == nil && settings.retry.attempts == 1
      && settings.pause == nil
    executor = place.clock.executor ?? settings.executor
  }

  final var registrationID: String { place.registrationID }
  final var registration: Int { place.registration }
  final var name: String { place.name }
  final var site: ActionOrigin.Site { place.site }
  final var clock: EffectClock { place.clock }

  /// Whether the effect was unregistered, or its store closed.
  final var isCancelled: Bool { cancelledBefore.load(ordering: .acquiring) == .max }

  /// Returns whether the effect receives a commit.
  final func isDue(_ number: Int) -> Bool { number > since && !isCancelled }

  /// Returns the roles of a type of action; empty if this effect doesn't handle the type.
  func role(of type: any Action.Type) -> EffectRole { [] }

  /// Called once, after the effect is registered.
  func begin(in scheduler: RunScheduler) {}

  /// Called by the delivering thread, with the actions that the effect handles.
  func receive(_ record: CommitRecord, as role: EffectRole, in scheduler: RunScheduler) {}

  /// Called once, when the effect is unregistered or the store closes.
  func stop() {}
}

/// A synchronous effect or follow-up dispatches on its own behalf.
extension EffectEntry: DispatchSource {
  final var effectID: EffectRunID? { EffectRunID(effect: name, number: 0) }

  final func isCancelled(_ held: borrowing Held) -> Bool { isCancelled }

  final func cause(_ held: borrowing Held) -> Cause? { nil }
}

/// The live runs of an effect, unordered; each knows its position.
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
