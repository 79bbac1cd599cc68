public import SluiceCore

extension RunContext {
  /// Observes an equatable part of the state, without repeats, for as long as the run lives.
  ///
  /// ```swift
  /// let search = Effect<AppEnvironment>.on(SearchOpened.self).seeing(Search.self).run {
  ///   _, environment, context in
  ///   for await query in context.values(of: \.query) { await environment.index.ask(query) }
  /// }
  /// ```
  ///
  /// The state is that of `state`: the part that the effect's ``Feature`` or lift is for. The first
  /// value is the current one; a loop that is slower than the store skips to the newest, unless
  /// ``Selection/buffering(_:)`` says otherwise. Ends when the run is cancelled or has ended, also in
  /// a task that outlives it; costs nothing until it is iterated or subscribed to.
  public func values<Value: Sendable & Equatable>(
    of keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    values(of: Selector(keyPath: keyPath))
  }

  /// Observes a selector for as long as the run lives.
  @_disfavoredOverload
  public func values<Value>(of selector: any StateSelector<State, Value>) -> Selection<Value> {
    run.noteCall()
    let selection = view?.select(selector) ?? core.select(selector)
    return selection.ending(with: run)
  }

  /// Unavailable: a closure stands in a selector.
  @available(
    *,
    unavailable,
    message:
      "To observe what a closure makes of the state, make a selector: context.values(of: Selector { $0.a + $0.b })."
  )
  public func values<Value>(of projector: (State) -> Value) -> Selection<Value> {
    fatalError("A closure is no selector.")
  }

  /// Returns the first state from now on that satisfies a predicate: the current one, or that of a
  /// later commit.
  ///
  /// ```swift
  /// let session = try await context.firstState(where: { $0.isSignedIn }, timeout: .seconds(10)).session
  /// ```
  ///
  /// Evaluates each state, even if the next commit follows at once; `state` may differ already when
  /// the run goes on.
  ///
  /// - Parameters:
  ///   - predicate: Called in the run's task with the current state, then by the thread that delivers
  ///     with that of each commit that a reducer handled; delays its other observers.
  ///   - timeout: The maximum wait, measured on the store's clock; `nil` for none. With
  ///     `try? await`, the result is `nil` if the time is up.
  /// - Throws: An ``EffectTimeout`` if the time is up, or `CancellationError` if the run is cancelled
  ///   or has ended.
  @discardableResult
  public func firstState(
    where predicate: @escaping @Sendable (State) -> Bool,
    timeout: Duration? = nil
  ) async throws -> State {
    try await values(of: Selector(keyPath: \.self, comparing: .always))
      .firstState(where: predicate, timeout: timeout)
  }
}

// MARK: - Without a state

extension RunContext where State == Void {
  /// Unavailable: the effect has to name its state.
  @available(
    *,
    unavailable,
    message:
      "To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }."
  )
  public func values(of keyPath: KeyPath<NoState, NoState>) -> Selection<NoState> {
    fatalError("There is no state.")
  }

  /// Unavailable: the effect has to name its state.
  @available(
    *,
    unavailable,
    message:
      "To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }."
  )
  @discardableResult
  public func firstState(
    where predicate: @escaping @Sendable (NoState) -> Bool,
    timeout: Duration? = nil
  ) async throws -> NoState {
    fatalError("There is no state.")
  }
}

extension Selection {
  /// Returns this selection ending with a run, if it doesn't end before.
  fileprivate func ending(with run: EffectRun) -> Selection {
    Selection(
      comparison,
      core: core,
      read: read,
      observe: { [observe] receiver in
        let token = observe(receiver)
        let ending = run.whenEnded {
          token.cancel()
          receiver.finish()
        }
        return SelectionToken {
          run.removeEnding(ending)
          token.cancel()
        }
      }
    )
  }
}
