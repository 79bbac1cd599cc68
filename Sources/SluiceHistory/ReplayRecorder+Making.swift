package import SluiceCore

// What records a store's actions: a test store, or an Explorer through its interceptor.

extension Store {
  /// Records the store's commits from now on.
  ///
  /// - Parameter limit: The number of last commits that are recorded at least.
  package final func makeRecorder(limit: Int) -> ReplayRecorder<State> {
    .register(in: core, limit: limit)
  }
}

extension StateSource {
  /// Records the store's commits from now on.
  ///
  /// `State` must be that of the store.
  ///
  /// - Parameter limit: The number of last commits that are recorded at least.
  package func makeRecorder<State: Sendable>(
    of type: State.Type,
    limit: Int
  ) -> ReplayRecorder<State>? {
    (core as? StateCore<State>).map { .register(in: $0, limit: limit) }
  }
}

extension ReplayRecorder {
  /// Replaces the current state by what the recorded actions make of it without some of them.
  package func replay(without commits: [Int], command: Int) throws(ReplayRefusal) {
    try replay(without: Set(commits), at: .state(\.self), DispatchContext(command: command))
  }
}
