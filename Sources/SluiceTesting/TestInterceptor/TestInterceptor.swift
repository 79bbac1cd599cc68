public import Sluice

/// Remembers what was dispatched, waits for it, and says what is not as expected.
///
/// ```swift
/// let interceptor = TestInterceptor<AppState>()
/// store.register(interceptor: interceptor)
/// store.dispatch(action: FetchTodos())
/// try await interceptor.wait(for: TodosFetched.self)
/// try interceptor.expectDispatched(FetchTodos.self, TodosFetched.self)
/// try interceptor.expectNothingElse()
/// ```
///
/// Remembers actions and states from its registration on, and keeps them as long as it lives. A
/// failed expectation is thrown as an ``ExpectationFailure``. Callable from any thread.
public final class TestInterceptor<State: Sendable>: ActionInterceptor, @unchecked Sendable {
  // `@unchecked`: `settled` is guarded by `lock`.

  /// One action, and what it did to the state.
  public struct StateChange: Sendable {
    /// The number of the commit.
    public let number: Int
    /// What was dispatched.
    public let action: any Action
    /// The state before.
    public let oldState: State
    /// The state after.
    public let newState: State
    /// Who dispatched the action, and what led to it.
    public let origin: ActionOrigin
  }

  let log = EventLog<StateChange>()
  private let lock = OwnedLock()
  /// How many of the actions an expectation has dealt with.
  private var settled = 0

  /// Makes an interceptor, to be registered on a store.
  public init() {}

  /// Remembers the commit.
  public func committed(_ commit: Commit<State>) {
    guard let oldState = commit.oldState else { return }
    log.append(
      StateChange(
        number: commit.number,
        action: commit.action,
        oldState: oldState,
        newState: commit.newState,
        origin: commit.origin
      )
    )
  }

  /// Remembers an action and the states around it, as if a store had committed it.
  ///
  /// Called by hand, without a store: the commit is numbered after the one that was remembered last,
  /// and its origin names no place.
  public func actionDispatched(action: any Action, oldState: State, newState: State) {
    log.append { last in
      StateChange(
        number: (last?.number ?? 0) + 1,
        action: action,
        oldState: oldState,
        newState: newState,
        origin: ActionOrigin(fileID: "", line: 0, function: "")
      )
    }
  }

  /// All actions and states so far, in order.
  public var stateChanges: [StateChange] { log.events }

  /// All actions so far, in order.
  public var dispatchedActions: [any Action] { log.events.map(\.action) }

  /// The actions of one type (or of its subclasses, where it is a class) so far, in order.
  public func actions<A: Action>(ofType type: A.Type) -> [A] {
    dispatchedActions.compactMap { $0 as? A }
  }

  /// The actions that no expectation has dealt with, and how many were before them.
  func unsettled() -> (actions: ArraySlice<any Action>, settled: Int) {
    let actions = dispatchedActions
    let settled = lock.withLock { self.settled }
    return (actions.dropFirst(settled), settled)
  }

  /// Goes on behind so many actions.
  func settle(upTo count: Int) {
    lock.withLock { self.settled = count }
  }
}
