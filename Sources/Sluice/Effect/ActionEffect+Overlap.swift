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
      settings.condition = { [input = match.input, earlier = settings.condition] action in
        earlier?(action) != false && input(action).map(isMeant) == true
      }
    }
  }

  /// Sets what happens to an action that arrives while earlier runs are alive; by default, runs are
  /// ``Overlap/concurrent``.
  ///
  /// ``Overlap/latest`` takes effect when the new action is committed: what the earlier run
  /// dispatches from then on is dropped. After a debounce or throttle, it takes effect when the new
  /// action passes; with ``where(_:)``, when the new action is delivered.
  public func overlap(_ overlap: Overlap) -> ActionEffect {
    with {
      $0.overlap = overlap
      $0.key = nil
    }
  }

  /// Sets the same for each key: actions with different keys do not affect each other.
  ///
  /// ```swift
  /// .overlap(.latest, by: \.fileID)
  /// ```
  ///
  /// A debounce or throttle applies to each key as well. Keys are computed and compared when the
  /// action is delivered, on the delivering thread.
  public func overlap<Key: Hashable>(
    _ overlap: Overlap,
    by key: @escaping @Sendable (Input) -> Key
  ) -> ActionEffect {
    with {
      $0.overlap = overlap
      $0.key = { [input = match.input] action in input(action).map { AnyHashable(key($0)) } }
    }
  }

  /// Sets the preferred executor of the runs.
  ///
  /// A clock with its own executor, such as a test's, takes precedence.
  public func executor(_ executor: any TaskExecutor) -> ActionEffect {
    with { $0.executor = executor }
  }
}
