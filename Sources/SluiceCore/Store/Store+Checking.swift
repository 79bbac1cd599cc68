extension Store {
  /// Whether projectors are checked for giving equal results for equal inputs; `true` in debug builds.
  ///
  /// A projector that creates a new date, random number or object notifies its subscribers of
  /// changes that didn't happen. Each is reported once, by ``onDiagnostic``, with name and source
  /// position.
  ///
  /// The first run of each selector is made a second time, then the second, the fourth, the eighth
  /// and so on, since a first result is often an empty one: of 1,000 runs, 10 are. The
  /// second runs don't count in ``Selector/recomputations``, and none are made while a
  /// ``ReadInterceptor`` measures runs. Results are unequal if
  /// the selector's ``Comparison`` says so, unless they show the same and consist of the same
  /// objects, as `NaN` does, which isn't equal to itself. Doesn't check key paths, nor values that
  /// are neither compared nor objects.
  ///
  /// Set it to `false` where a test counts the calls of a projector.
  public final var checksProjectors: Bool {
    get { core.projectorWatch.isChecking }
    set { core.projectorWatch.isChecking = newValue }
  }

  /// Whether every reducer runs a second time, to find those that come to another state from the same
  /// state and action; `false` by default.
  ///
  /// A reducer that takes the date, a random number or a new id by itself can't be replayed or
  /// tested. Each is reported once for a type of action, by ``onDiagnostic``, with its name, the
  /// action and what differs in the state, with both values. The store keeps the result of the first
  /// run; the second one gets a copy of the state before, and what it requests, such as follow-ups,
  /// is dropped.
  ///
  /// Copies the state for each reducer, and compares the whole of it, without the lock: use it in
  /// tests and debug builds. While it is `false`, a dispatch costs nothing more.
  public final var checksReducers: Bool {
    get { core.checksReducers }
    set { core.setReducerCheck(newValue ? ReducerCheck(State.self) : nil) }
  }
}
