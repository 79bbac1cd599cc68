/// An interceptor that only watches: for it alone, no action is dispatched.
package protocol WatchingInterceptor: Interceptor {}

/// An interceptor that is notified when it is registered and unregistered.
package protocol AttachedInterceptor<State>: Interceptor {
  /// Called before it is registered, and so before its first commit.
  func willAttach()

  /// Called when it has been registered.
  ///
  /// If other threads dispatch meanwhile, first commits may arrive before this call.
  ///
  /// - Parameters:
  ///   - number: The number of the last commit that the interceptor doesn't receive.
  ///   - state: The state after that commit.
  func attached(to source: StateSource, after number: Int, state: HeldState)

  /// Whether it currently needs no commits; it may receive some nevertheless.
  ///
  /// See ``StateSource/refreshInterests()``.
  var isDormant: Bool { get }

  /// Called when it was unregistered or its store was freed, and no more commits follow.
  func detached()
}

extension AttachedInterceptor {
  /// Does nothing.
  package func willAttach() {}

  /// Returns `false`: the interceptor needs commits.
  package var isDormant: Bool { false }
}

/// Reads a store's state at any time.
///
/// Retains the store's core, not the store: release it when detached.
package struct StateSource: Sendable {
  package let core: Core

  init(_ core: Core) { self.core = core }

  /// Rereads the interests of the store's interceptors, after one of them changed.
  ///
  /// Commits being reduced meanwhile may still lack what was added.
  ///
  /// - Returns: The number of the last commit before the change.
  @discardableResult
  package func refreshInterests() -> Int {
    core.locked("refreshInterests") { held in
      core.observers.recountDemands()
      core.refreshDemands(held)
      return core.number
    }
  }

  /// Returns the current state and the number of its commit; 0 for the initial state.
  package func snapshot() -> (state: HeldState, number: Int) {
    core.locked("snapshot") { _ in (HeldState(core.box), core.number) }
  }

  /// Reports a problem as the store reports its own.
  package func report(_ diagnostic: StoreDiagnostic) { core.report(diagnostic) }
}

/// A type-erased retained state.
///
/// While it is retained, the store copies the state at the next dispatch.
package struct HeldState: Sendable {
  nonisolated(unsafe) let box: AnyStateBox

  init(_ box: AnyStateBox) { unsafe self.box = box }

  /// Reads the state; `State` must be that of its store.
  package func withState<State: Sendable, Result>(
    as type: State.Type,
    _ body: (borrowing State) throws -> Result
  ) rethrows -> Result {
    try body(StateBox<State>(unsafe box).value)
  }
}

/// A commit without its states, so that retaining it doesn't make the store copy its state.
package struct CommitFacts: Sendable {
  package let number: Int
  package let action: any Action
  package let origin: ActionOrigin
  /// When reducing began, on the clock of ``now``.
  package let begin: Duration?
  package let reducingTime: Duration?
  package let isHandled: Bool
  /// The number of the command that led to this commit; `nil` if the program made it by itself.
  package let command: Int?
  /// `nil` if no reducer handled the action.
  private let handlers: HandlerList?

  init(_ record: CommitRecord) {
    number = record.number
    action = record.action
    origin = record.origin
    begin = record.begin
    reducingTime = record.reducingTime
    isHandled = record.isHandled
    command = record.context.command == 0 ? nil : record.context.command
    handlers = record.isHandled && record.startsEffects ? record.route.handlers : nil
  }

  /// The ids of the reducers that handled the action, in order.
  package var reducers: [String] { handlers?.reducers(for: action).map(\.id) ?? [] }

  /// The time since a fixed moment of this process.
  package static var now: Duration { CommitRecord.now }
}

extension Commit {
  /// Whether a reducer or an effect takes the action.
  package var isTaken: Bool { record.isTaken }
  package var facts: CommitFacts { CommitFacts(record) }
  package var heldState: HeldState { HeldState(new.storage) }
}

extension Store {
  /// Returns whether an interceptor may take actions, rather than watch.
  ///
  /// - Parameter counts: Returns `false` for an interceptor that doesn't count.
  package final func hasTakingInterceptor(where counts: (any Interceptor) -> Bool) -> Bool {
    core.locked("hasTakingInterceptor") { _ in core.hasTakingInterceptor(where: counts) }
  }
}
