/// What modifiers say about the runs of an effect; the types of actions are gone.
struct RunSettings: Sendable {
  var timing = TimingPolicy.Rule.none
  var overlap = Overlap.concurrent
  /// What divides the effect into lanes.
  ///
  /// User code: called by the thread that delivers, without a lock.
  var key: (@Sendable (any Action) -> AnyHashable?)?
  var delay: Duration?
  var timeout: Duration?
  var retry = Retry()
  /// Makes an action of an error; without it, or if it is `nil`, the error is reported.
  var recover: (@Sendable (any Error, any Action) -> (any Action)?)?
  var executor: (any TaskExecutor)?
  var cancellers: [ActionMatch] = []
  var conditionalCancellers: [ConditionalCanceller] = []
  /// What other effects may cancel these runs by.
  var id: (any Hashable & Sendable)?
  /// What this effect's actions cancel.
  var cancelledIDs: [any Hashable & Sendable] = []

  /// How often, after which waits, and whether at all.
  struct Retry: Sendable {
    var attempts = 1
    var backoff = Backoff.none
    var isWorthwhile: @Sendable (any Error) -> Bool = { _ in true }
  }

  /// Cancels the runs that a closure picks, when an action of a type was delivered.
  struct ConditionalCanceller: Sendable {
    let accepts: ActionFilter
    let isMeant: @Sendable (_ canceller: any Action, _ trigger: any Action) -> Bool
  }

  /// Whether every action starts its run at once, whatever else goes on.
  var isPlain: Bool {
    timing == .none && overlap == .concurrent && key == nil
  }

  /// Whether an action cancels the runs before it as soon as it is committed.
  ///
  /// Behind a debounce or throttle it does so when it comes through; by a key, when it is
  /// delivered.
  var isLatestAtCommit: Bool {
    timing == .none && overlap == .latest && key == nil
  }
}

/// Which types of actions are meant.
typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// Which actions are meant, decided without code of the user's: it is asked under the store's lock.
struct ActionMatch: Sendable {
  let accepts: ActionFilter
  /// The template's id, where the action must be made from one.
  var templateID: String?

  init(accepts: @escaping ActionFilter) { self.accepts = accepts }

  init(_ type: any Action.Type) {
    func filter<A: Action>(_: A.Type) -> ActionFilter { { $0 is A.Type } }
    accepts = filter(type)
  }

  init<Payload>(_ template: ActionTemplate<Payload>) {
    accepts = { $0 is AnonymousAction<Payload>.Type }
    templateID = template.id
  }

  func matches(_ action: any Action) -> Bool {
    guard accepts(type(of: action)) else { return false }
    return templateID == nil || (action as? any TemplateMade)?.id == templateID
  }
}
