import Synchronization

/// The registration of an effect.
struct EffectRegistration: Sendable {
  /// The id under which the effect is registered.
  let id: String
  /// The number of the registration; see ``StoreRegistration``.
  let number: Int
  /// The effect, by which a second registration is recognized; `nil` for what is no ``Effect``.
  var effect: (any AnyObject & Sendable)?
  let name: String
  let site: ActionOrigin.Site
  let clock: EffectClock
  /// The part of the state that the effect's runs see; `nil` for the whole state.
  var view: PartView?
  /// Leads to the part in a state, also if runs belong to one of several; `nil` for the whole state.
  var path: (any AnyPlacePath)?
}

/// What an effect does.
enum EffectKind: Sendable {
  /// Answers actions during the delivery, without a run.
  case synchronous(ActionMatch, SynchronousWork)
  /// Starts a run for each action; if runs depend on each other, in a lane.
  case run(ActionMatch, RunWork, usesContext: Bool, EffectLanes?)
  /// Has one run, from the registration on, which reads all actions.
  case stream(StreamInbox, RunWork)
  /// Has one run, from the registration on, which reads no actions.
  case source(RunWork)
  /// Has the runs that the state requests.
  case feedback(FeedbackRuns)
  /// Has the runs that reducers request.
  case followUps
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
  /// Runs may wait for the actions, or read them.
  static let isHeard = EffectRole(rawValue: 8)

  static let cancelling: EffectRole = [.cancels, .cancelsSome]
  static let notStarting: EffectRole = [.cancels, .cancelsSome, .isHeard]
  static let all: EffectRole = [.starts, .cancels, .cancelsSome, .isHeard]
}

/// An effect registered with a store.
final class EffectEntry: @unchecked Sendable {
  // `@unchecked`: the fields under “Guarded” are guarded by the store's lock.

  let registration: EffectRegistration
  let kind: EffectKind
  let settings: RunSettings
  /// The parts of the state to which the runs belong; `nil` if they belong to the whole.
  let parts: RunParts?
  /// The actions that cancel all runs at their commit.
  let cancellers: [ActionMatch]
  /// Whether runs have neither a delay nor a second attempt nor a time limit, and aren't repeated.
  let isPlain: Bool
  /// The preferred executor of the tasks, if not the default one.
  let executor: (any TaskExecutor)?

  // MARK: - Guarded

  /// The number of the last commit before the registration.
  ///
  /// Written before the entry is registered, and read by the delivering thread.
  @safe @exclusivity(unchecked) var since = 0
  /// The commit before which all runs are cancelled; the greatest number cancels the effect.
  ///
  /// One assignment cancels all runs, so that it can be done at a commit: the runs themselves are
  /// removed when that commit is delivered. Read without the lock to find out whether to continue.
  let cancelledBefore = Atomic<Int>(0)
  /// The runs that are alive.
  @safe @exclusivity(unchecked) var runs = RunTable()
  /// The number of runs that are alive or waiting to start.
  ///
  /// Read without the lock by the delivering thread: everything that may still request an action
  /// was counted by that thread, or by one that delivered before it.
  let pending = Atomic<Int>(0)
  /// Whether an action that a run sent after its end was reported.
  @safe @exclusivity(unchecked) var wasLateSendReported = false

  init(
    _ registration: EffectRegistration,
    _ kind: EffectKind,
    settings: RunSettings = RunSettings(),
    parts: RunParts? = nil,
    cancellers: [ActionMatch] = []
  ) {
    self.registration = registration
    self.kind = kind
    self.settings = settings
    self.parts = parts
    self.cancellers = cancellers
    isPlain =
      settings.delay == nil && settings.timeout == nil && settings.retry.attempts == 1
      && settings.pause == nil
    executor = registration.clock.executor ?? settings.executor
  }

  var name: String { registration.name }
  var site: ActionOrigin.Site { registration.site }
  var clock: EffectClock { registration.clock }

  /// The source position, such as `"Shop/StockEffects.swift:12"`.
  var position: String { "\(site.fileID):\(site.line)" }

  /// Whether the runs keep the store from being idle.
  var isCounted: Bool {
    switch kind {
    case .synchronous, .run, .followUps: true
    // Alive until the effect is unregistered, or as long as the state requests them.
    case .stream, .source, .feedback: false
    }
  }

  /// Whether runs may ask for later actions.
  var listens: Bool {
    switch kind {
    case .run(_, _, let usesContext, _): usesContext
    case .feedback: true
    case .synchronous, .stream, .source, .followUps: false
    }
  }

  /// The lanes of the runs; empty if the effect has none.
  var lanes: ContiguousArray<EffectLane> {
    guard case .run(_, _, _, let lanes?) = kind else { return [] }
    guard let parts else { return lanes.all }
    return ContiguousArray(parts.live.values.lazy.compactMap(\.lanes).flatMap(\.all))
  }

  /// Whether the effect was unregistered, or its store closed.
  var isCancelled: Bool { cancelledBefore.load(ordering: .acquiring) == .max }

  /// Returns whether the effect receives a commit.
  func isDue(_ number: Int) -> Bool { number > since && !isCancelled }
}

/// A synchronous effect or follow-up dispatches on its own behalf.
extension EffectEntry: DispatchSource {
  var effectID: EffectRunID? { EffectRunID(effect: name, number: 0) }

  func isCancelled(_ held: borrowing Held) -> Bool { isCancelled }

  func isUnderWay(_ held: borrowing Held) -> Bool { true }

  func cause(_ held: borrowing Held) -> Cause? { nil }
}

/// The live runs of an effect, unordered; each knows its index.
struct RunTable {
  private(set) var all: ContiguousArray<EffectRun> = []

  mutating func insert(_ run: EffectRun) {
    assert(run.index == -1)
    run.index = all.count
    all.append(run)
  }

  /// Removes a run, which the caller retains.
  ///
  /// - Returns: Whether the run was alive.
  mutating func remove(_ run: EffectRun) -> Bool {
    let index = run.index
    if index < 0 { return false }
    assert(index < all.count && all[index] === run)
    let last = all.removeLast()
    if last !== run {
      all[index] = last
      last.index = index
    }
    run.index = -1
    return true
  }
}
