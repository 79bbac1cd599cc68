import Sluice

/// Calls a closure with each commit.
struct CommitProbe<State: Sendable>: Interceptor {
  var interests: InterceptorInterests = .oldState
  let onCommit: @Sendable (Commit<State>) -> Void

  init(
    interests: InterceptorInterests = .oldState,
    _ onCommit: @escaping @Sendable (Commit<State>) -> Void
  ) {
    self.interests = interests
    self.onCommit = onCommit
  }

  func committed(_ commit: Commit<State>) { onCommit(commit) }
}

/// Calls closures with what becomes of runs.
struct EffectProbe<State: Sendable>: EffectInterceptor {
  let onEvent: @Sendable (EffectEvent) -> Void

  func committed(_ commit: Commit<State>) {}

  func effectChanged(_ event: EffectEvent) { onEvent(event) }
}

extension Effect {
  /// Calls a closure within the delivery of an action, and answers nothing.
  static func seeing<A: Action>(
    _ type: A.Type,
    _ body: @escaping @Sendable (A) -> Void
  ) -> Effect {
    .on(type).map { action, _ in
      body(action)
      return nil
    }
  }
}
