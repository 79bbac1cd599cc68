/// Receives every action with the states before and after it.
///
/// ```swift
/// struct ChangeLogger: ActionInterceptor {
///   func actionDispatched(action: any Action, oldState: AppState, newState: AppState) {
///     if oldState.user != newState.user { print("\(action) changed the user") }
///   }
/// }
/// ```
///
/// The form of Fluxor's interceptors. Needs the old state, which costs a copy of the state at each
/// dispatch; see ``InterceptorInterests/oldState``.
public protocol ActionInterceptor<State>: Interceptor {
  // Redeclared, so that it is inferred from the method.
  /// The state of the stores that this interceptor observes.
  associatedtype State

  /// Called after an action has been reduced.
  func actionDispatched(action: any Action, oldState: State, newState: State)
}

extension ActionInterceptor {
  /// Requests the old state.
  public var interests: InterceptorInterests { .oldState }

  /// Calls ``actionDispatched(action:oldState:newState:)``.
  @inlinable
  public func committed(_ commit: Commit<State>) {
    guard let oldState = commit.oldState else { return }
    actionDispatched(action: commit.action, oldState: oldState, newState: commit.newState)
  }
}
