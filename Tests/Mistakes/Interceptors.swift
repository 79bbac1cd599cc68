import Sluice

// error: type 'ChangeLogger' does not conform to protocol 'Interceptor'
// error: unavailable instance method 'committed' was used to satisfy a requirement of protocol 'Interceptor': Implement committed(_:), with .oldState among the interests for commit.oldState; or conform to ActionInterceptor, and implement actionDispatched(action:oldState:newState:).
nonisolated struct ChangeLogger: Interceptor {
  func actionDispatched(action: any Action, oldState: AppState, newState: AppState) {
    if oldState.name != newState.name { print("\(action) changed the name") }
  }
}

// error: type 'CommitLogger' does not conform to protocol 'Interceptor'
// error: unavailable instance method 'committed' was used to satisfy a requirement of protocol 'Interceptor': Implement committed(_:), with .oldState among the interests for commit.oldState; or conform to ActionInterceptor, and implement actionDispatched(action:oldState:newState:).
nonisolated struct CommitLogger: Interceptor {
  func commited(_ commit: Commit<AppState>) { print(commit.action) }
}

// error: type 'DispatchLogger' does not conform to protocol 'ActionInterceptor'
nonisolated struct DispatchLogger: ActionInterceptor {
  func actionDispatchd(action: any Action, oldState: AppState, newState: AppState) {}
}
