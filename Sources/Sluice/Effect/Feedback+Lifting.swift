extension Feedback {
  /// Answers an error with an action, or with silence if it is `nil`.
  ///
  /// Without it, the error is reported to ``Store/onEffectFailure`` and to interceptors.
  public func `catch`(
    _ recover: @escaping @Sendable (any Error) -> (any Action)?
  ) -> Feedback {
    Feedback(site: site, wanted: wanted, ending: ending, settings: settings) {
      [work] key, environment, context in
      do {
        try await work(key, environment, context)
      } catch let error as CancellationError {
        throw error
      } catch {
        if let answer = recover(error) { context.send(answer) }
      }
    }
  }

  /// Runs on an executor by preference.
  ///
  /// A clock that brings an executor, as that of a test does, comes before it.
  public func executor(_ executor: any TaskExecutor) -> Feedback {
    var feedback = self
    feedback.settings.executor = executor
    return feedback
  }

  /// The same feedback for a state that has this one's in it.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State> & Sendable
  ) -> Feedback<Whole, Environment> {
    Feedback<Whole, Environment>(
      site: site,
      wanted: wanted.lifted(keyPath),
      ending: ending,
      settings: settings,
      work: work
    )
  }

  /// The same feedback for an environment from which this one's is made, at each run.
  public func lift<Whole: Sendable>(
    environment part: @escaping @Sendable (Whole) -> Environment
  ) -> Feedback<State, Whole> {
    Feedback<State, Whole>(site: site, wanted: wanted, ending: ending, settings: settings) {
      [work] key, environment, context in
      try await work(key, part(environment), context)
    }
  }
}

extension Selector {
  /// The same selector for a state that has this one's in it.
  fileprivate func lifted<Whole: Sendable>(
    _ keyPath: any KeyPath<Whole, State> & Sendable
  ) -> Selector<Whole, Value> {
    Selector<Whole, Value>(areEqual: areEqual) { home, _ in
      let cell = self.cell(in: home)
      return SelectorCell(home) { box, version in
        cell.value(StateBox(holding: box.value[keyPath: keyPath]), version)
      }
    }
  }
}
