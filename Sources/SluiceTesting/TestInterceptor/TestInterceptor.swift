public import Sluice
import SluiceLocks

/// Records what was dispatched, waits for it, and reports what differs from the expectation.
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
/// Records actions and states from its registration on, and retains them as long as it lives. A
/// failed expectation throws an ``ExpectationFailure``. Callable from any thread.
public final class TestInterceptor<State: Sendable>: ActionInterceptor, @unchecked Sendable {
  // `@unchecked`: `settled` is guarded by `lock`.

  /// An action, and its effect on the state.
  public struct StateChange: Sendable {
    /// The number of the commit.
    public let number: Int
    /// The dispatched action.
    public let action: any Action
    /// The state before the action.
    public let oldState: State
    /// The state after the action.
    public let newState: State
    /// Where the action was dispatched, and what led to it.
    public let origin: ActionOrigin
  }

  let log = EventLog<StateChange>()
  private let lock = PlainLock()
  /// The number of actions that expectations have consumed.
  private var settled = 0

  /// Creates an interceptor, to be registered on a store.
  public init() {}

  /// Records the commit.
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

  /// Records an action and the states around it, as if a store had committed it.
  ///
  /// Called manually, without a store: the commit's number follows that of the last recorded one,
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
  ///
  /// - Complexity: O(*n*), where *n* is the number of actions.
  public var dispatchedActions: [any Action] { log.events.map(\.action) }

  /// Returns the actions of a type (or of its subclasses, if it is a class) so far, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of actions.
  public func actions<A: Action>(ofType type: A.Type) -> [A] {
    dispatchedActions.compactMap { $0 as? A }
  }

  /// Returns the actions that no expectation has consumed, and the number of those before them.
  func unsettled() -> (actions: ArraySlice<any Action>, settled: Int) {
    let actions = dispatchedActions
    let settled = lock.withLock { self.settled }
    return (actions.dropFirst(settled), settled)
  }

  /// Marks the first `count` actions as consumed.
  func settle(upTo count: Int) {
    lock.withLock { self.settled = count }
  }
}
