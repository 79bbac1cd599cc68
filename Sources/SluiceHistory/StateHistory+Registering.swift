public import SluiceCore
public import SluiceFeatures

extension Store {
  /// Adds a history, which receives every commit made from now on.
  ///
  /// A history belongs to one store at a time: one that is registered already stays where it is, and
  /// that is reported to ``onDiagnostic``.
  @discardableResult
  public final func register<Part>(history: StateHistory<State, Part>) -> StoreRegistration {
    let registration = StoreRegistration.nextNumber()
    history.register(in: core, at: .state(\.self), registration)
    return StoreRegistration(registration, in: core)
  }
}

extension Feature {
  /// Adds a history of the feature's state, or of a part of it.
  public func history<Part>(_ history: StateHistory<State, Part>) -> Feature {
    adding(history)
  }
}

extension StateHistory: Registrable {
  package var name: String { "The history of \(Part.self)" }

  package func register<Whole: Sendable>(
    in core: StateCore<Whole>,
    at place: Place<Whole, Only, State>,
    _ registration: Int
  ) {
    if self.place != nil {
      return core.report(.registeredElsewhere(name))
    }
    let recorder: ReplayRecorder<Whole>? =
      recordsActions
      ? .register(in: core, limit: limit, registration: registration) : nil
    let place = RegisteredHistory(
      self,
      place.appending(part),
      in: core,
      recorder,
      registration
    )
    settle(at: place)
    core.register(place, registration)
  }
}

/// A history's place in a store; alive while the history is registered.
protocol HistoryPlace<Part>: AnyObject, Sendable {
  associatedtype Part: Sendable

  var isRegistered: Bool { get }
  /// The number of the last commit; 0 before the first.
  var lastNumber: Int { get }

  /// Restores the part, if there is one to restore.
  func restore(
    _ reason: StateRestored.Reason,
    _ context: borrowing DispatchContext,
    choose: () -> RestoredPart<Part>?
  ) -> Bool

  /// Replaces the part by what the recorded actions make of it without some of them.
  func replay(without commits: Set<Int>, _ context: borrowing DispatchContext) throws(ReplayRefusal)
}

/// A history in a store whose state contains that of the history.
private final class RegisteredHistory<
  Whole: Sendable,
  State: Sendable,
  Part: Sendable & Equatable
>: WatchingInterceptor, HistoryPlace {
  private let history: StateHistory<State, Part>
  private let part: Place<Whole, Only, Part>
  private let core: StateCore<Whole>
  private let recorder: ReplayRecorder<Whole>?
  private let registration: Int

  init(
    _ history: StateHistory<State, Part>,
    _ part: Place<Whole, Only, Part>,
    in core: StateCore<Whole>,
    _ recorder: ReplayRecorder<Whole>?,
    _ registration: Int
  ) {
    self.history = history
    self.recorder = recorder
    self.part = part
    self.core = core
    self.registration = registration
  }

  /// Requests the old state, to restore its part.
  var interests: InterceptorInterests { .oldState }

  func committed(_ commit: Commit<Whole>) {
    if isOfAnotherPart(commit) { return history.clear() }
    guard commit.isHandled, history.records(commit.action, isRestored: commit.isRestored),
      let old = commit.old, let oldPart = part.find(old.value, .part),
      let newPart = part.find(commit.new.value, .part)
    else { return }
    history.add(
      StateHistory.Step(commit.number, commit.action, from: oldPart, to: newPart)
    )
  }

  /// Returns whether the part after a commit isn't the one before: it came, went or was replaced by
  /// another one, whose steps these aren't.
  private func isOfAnotherPart(_ commit: Commit<Whole>) -> Bool {
    commit.old.map { part.isReplaced(from: $0.value, to: commit.new.value) } == true
  }

  var isRegistered: Bool { core.hasInterceptor(registration: registration) }

  var lastNumber: Int { core.locked("history") { _ in core.number } }

  func restore(
    _ reason: StateRestored.Reason,
    _ context: borrowing DispatchContext,
    choose: () -> RestoredPart<Part>?
  ) -> Bool {
    core.restore(part, reason, by: ObjectIdentifier(history), context, choose: choose)
  }

  func replay(without commits: Set<Int>, _ context: borrowing DispatchContext) throws(ReplayRefusal)
  {
    guard let recorder else { throw ReplayRefusal(commit: commits.min(), available: nil) }
    try recorder.replay(without: commits, at: part, context)
  }
}
