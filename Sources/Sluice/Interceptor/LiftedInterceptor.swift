/// An interceptor that observes stores with a larger state; created with `lift`.
struct LiftedInterceptor<Base: Interceptor, State: Sendable>: WrappingInterceptor {
  let base: Base
  let part: @Sendable (State) -> Base.State

  var interests: InterceptorInterests { base.interests }

  func committed(_ commit: Commit<State>) {
    let lifted = commit.map(part)
    base.committed(lifted)
    commit.record.missOldState(with: lifted.record)
  }

  func effectChanged(_ event: EffectEvent) {
    (base as? any EffectInterceptor)?.effectChanged(event)
  }
}

extension Interceptor {
  /// Returns this interceptor for a state that contains this one's.
  ///
  /// It is notified of all commits, including those that changed only other parts.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State> & Sendable
  ) -> some Interceptor<Whole> {
    lift(get: { $0[keyPath: keyPath] })
  }

  /// Returns this interceptor for a state from which this one's is made.
  public func lift<Whole: Sendable>(
    get part: @escaping @Sendable (Whole) -> State
  ) -> some Interceptor<Whole> {
    LiftedInterceptor(base: self, part: part)
  }
}

extension Commit {
  /// Returns this commit with a part of each state.
  func map<Part>(_ part: (State) -> Part) -> Commit<Part> {
    Commit<Part>(
      record.copy(
        old: old.map { StateBox(holding: part($0.value)).storage },
        new: StateBox(holding: part(new.value)).storage
      )
    )
  }
}
