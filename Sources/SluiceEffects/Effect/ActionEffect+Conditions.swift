import SluiceCore

extension ActionEffect {
  /// Leaves out the actions that don't satisfy a predicate, as if they had not been dispatched.
  ///
  /// ```swift
  /// let search = Effect<API>.on(Search.self) { action, api in
  ///   Found(titles: try await api.search(action.query))
  /// }
  /// .where { $0.query.count > 2 }
  /// .overlap(.latest)
  /// ```
  ///
  /// Evaluated when the action is delivered, on the delivering thread, before debounce, throttle and
  /// overlap: an action that is left out cancels no run, and neither restarts a debounce nor uses up a
  /// throttle. With it, ``Overlap/latest`` takes effect when the action is delivered. A condition
  /// within the run is too late for that. Several of these modifiers add up.
  ///
  /// ``cancels(id:)`` goes by the commit, so it applies to all of the effect's actions.
  /// - Parameter isMeant: A predicate of what the effect's closures receive of the action.
  public func `where`(_ isMeant: @escaping @Sendable (Input) -> Bool) -> ActionEffect {
    with { settings in
      settings.conditions.append(
        RunCondition { [input = match.input] action in
          input(action).map(isMeant) ?? false
        }
      )
    }
  }

  /// Lets an action start a run only if a predicate of what it changed holds.
  ///
  /// An effect runs after the reducer, so the state that it reads doesn't say what its action changed:
  /// the second tap on a download finds the same state as the first.
  ///
  /// ```swift
  /// let download = Effect<Files>.on(DownloadTapped.self) { action, files in
  ///   Downloaded(data: try await files.load(action.url))
  /// }
  /// .when(changing: Download.self) { _, before, after in
  ///   before?.progress == nil && after.progress != nil
  /// }
  /// ```
  ///
  /// Called at the delivery, on the delivering thread, before everything else: an action for which the
  /// predicate doesn't hold isn't debounced or throttled, and affects no other run. So with
  /// ``Overlap/latest``, an action cancels the runs before it when it is delivered, and not at its
  /// commit. Several of these modifiers add up.
  ///
  /// The states of a lifted effect are those of its part. A part that the commit itself made, such as a
  /// new element of a collection, has no state before; for one that is missing after the commit, the
  /// predicate isn't called, and nothing starts.
  ///
  /// Both states are retained while actions of the effect's type are reduced and delivered, so each of
  /// these copies what it changes, as for an interceptor of both states. Other actions copy nothing.
  /// - Parameters:
  ///   - state: The type of the states: the store's, or that of the part that the effect's ``Feature``
  ///     or lift is for. An effect of another state is not registered, and is reported as a
  ///     ``StateTypeMismatch`` to ``Store/onEffectFailure``.
  ///   - condition: A predicate of what the effect receives of the action, and of the states before
  ///     and after its commit.
  public func when<State: Sendable>(
    changing state: State.Type,
    _ condition:
      @escaping @Sendable (_ action: Input, _ before: State?, _ after: State) -> Bool
  ) -> ActionEffect {
    with { $0.conditions.append(RunCondition(match, state, condition)) }
  }
}

extension RunCondition {
  /// Creates a condition of what a pattern receives of an action.
  init<Input: Sendable, State: Sendable>(
    _ match: _PatternMatch<Input>,
    _ state: State.Type,
    _ condition: @escaping @Sendable (Input, _ before: State?, _ after: State) -> Bool
  ) {
    self.init(state) { [input = match.input] action, before, after in
      input(action).map { condition($0, before, after) } ?? false
    }
  }
}
