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
    WrappedInterceptor(self, isLifted: true) { committed($0.map(part)) }
  }
}

extension Commit {
  /// Returns this commit with a part of each state.
  func map<Part>(_ part: (State) -> Part) -> Commit<Part> {
    Commit<Part>(
      record,
      old.map { StateBox(holding: part($0.value)).storage },
      StateBox(holding: part(new.value)).storage
    )
  }
}
