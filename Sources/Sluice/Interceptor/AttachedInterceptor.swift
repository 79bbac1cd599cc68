/// An interceptor that is told where it begins, and that it is over.
package protocol AttachedInterceptor<State>: Interceptor {
  /// Called when it has been registered.
  ///
  /// Where other threads dispatch meanwhile, first commits may come before this.
  ///
  /// - Parameter number: Of the last commit that the interceptor is not told.
  func attached(to source: StateSource, after number: Int)

  /// Whether it needs no commits at all for now; it may be notified of some all the same.
  ///
  /// See ``StateSource/refreshInterests()``.
  var isDormant: Bool { get }

  /// Called when it has been unregistered, or its store was freed, and no more commits come.
  func detached()
}

extension AttachedInterceptor {
  /// Needs what it says in its interests.
  package var isDormant: Bool { false }
}

/// A store's state, for those who must be able to ask for it at any time.
///
/// Retains the store's engine, not the store: release it when detached.
package struct StateSource: Sendable {
  let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Asks the store's interceptors again what they need: what an interceptor answers has changed.
  ///
  /// Commits that are being reduced meanwhile may still lack it.
  ///
  /// - Returns: The number of the last commit before that.
  @discardableResult
  package func refreshInterests() -> Int {
    engine.locked("refreshInterests") { held in
      engine.refreshDemands(held)
      return engine.number
    }
  }

  /// The state now, and the number of the commit that made it: 0 for the initial state.
  package func snapshot() -> (state: HeldState, number: Int) {
    engine.locked("snapshot") { _ in (HeldState(engine.anyBox), engine.number) }
  }
}

/// A state that is held without its type being known.
///
/// The store copies the state at the next dispatch for as long as this one is held.
package struct HeldState: Sendable {
  nonisolated(unsafe) let box: AnyStateBox

  init(_ box: AnyStateBox) { unsafe self.box = box }

  /// Reads the state; `State` must be that of the store which it is from.
  package func withState<State: Sendable, Result>(
    as type: State.Type,
    _ body: (borrowing State) throws -> Result
  ) rethrows -> Result {
    try body(StateBox<State>(unsafe box).value)
  }
}

/// All of a commit but its states: who holds it does not make the store copy its state.
package struct CommitFacts: Sendable {
  package let number: Int
  package let action: any Action
  package let origin: ActionOrigin
  /// When reducing began, on the clock of ``now``.
  package let begin: Duration?
  package let reducingTime: Duration?
  package let isHandled: Bool
  /// The number of the command that led to this commit; `nil` for what the program did by itself.
  package let command: Int?

  init(_ record: CommitRecord) {
    number = record.number
    action = record.action
    origin = record.origin
    begin = record.begin
    reducingTime = record.reducingTime
    isHandled = record.isHandled
    command = record.command == 0 ? nil : record.command
  }

  /// The time since a moment of this process.
  package static var now: Duration { CommitRecord.now }
}

extension Commit {
  package var facts: CommitFacts { CommitFacts(record) }
  package var heldState: HeldState { HeldState(new.storage) }
}
