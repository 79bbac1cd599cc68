import SluiceCore
import SluiceLocks

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
  /// The scope of what was registered together.
  let scope: Scope
}

/// What an effect does.
enum EffectKind: Sendable {
  /// Answers actions during the delivery, without a run.
  case synchronous(SynchronousWork)
  /// Starts a run for each action; in a lane, if the scope has some.
  case run(RunWork)
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
  /// The actions that start a run, or are answered; `nil` if it is not actions.
  let match: ActionMatch?
  let settings: RunSettings
  /// Leads to the part in a state, also if runs belong to one of several; `nil` for the whole state.
  let path: (any AnyPlacePath)?
  /// The runs that belong to the whole state, and the scopes of those that belong to parts.
  let scope: RunScope
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
  /// The number of runs that are alive or waiting to start.
  @safe @exclusivity(unchecked) var pending = 0

  init(
    _ registration: EffectRegistration,
    _ kind: EffectKind,
    of match: ActionMatch? = nil,
    settings: RunSettings = RunSettings(),
    place: EffectPlace = EffectPlace(),
    cancellers: [ActionMatch] = []
  ) {
    self.registration = registration
    self.kind = kind
    self.match = match
    self.settings = settings
    path = place.path
    scope = RunScope(
      in: registration.scope,
      parts: place.parts,
      view: place.view,
      lanes: settings.hasLanes ? EffectLanes() : nil
    )
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
  var position: String { site.position }

  /// Whether the runs keep the store from being idle.
  var isCounted: Bool {
    switch kind {
    case .synchronous, .run, .followUps: true
    // Alive until the effect is unregistered, or as long as the state requests them.
    case .stream, .source, .feedback: false
    }
  }

  var isStream: Bool { if case .stream = kind { true } else { false } }

  /// Whether runs may ask for later actions.
  var listens: Bool {
    switch kind {
    case .run: settings.usesContext
    case .feedback: true
    case .synchronous, .stream, .source, .followUps: false
    }
  }

  /// Whether it starts runs that belong to parts of the state.
  var opensScopes: Bool { if case .run = kind { scope.parts != nil } else { false } }

  /// Returns whether the effect receives a commit: not after it was unregistered, or its store closed.
  func isDue(_ number: Int) -> Bool { number > since && !scope.hasEnded }
}

/// A synchronous effect or follow-up dispatches on its own behalf.
extension EffectEntry: DispatchSource {
  var effectID: EffectRunID? { EffectRunID(effect: name, number: 0) }

  func isCancelled(_ held: borrowing Held) -> Bool { scope.hasEnded }

  func isUnderWay(_ held: borrowing Held) -> Bool { true }

  func cause(_ held: borrowing Held) -> Cause? { nil }
}
